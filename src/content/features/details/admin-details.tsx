import './admin.css';
import { ArrowLeft, ChevronRight, CircleCheck, Pencil, Plus } from 'lucide-react';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod/mini';
import { Presence } from '#cms/collections/form/presence.tsx';
import type { RecordKind } from '#cms/collections/form/record-kind.tsx';
import { type RecordFormState, useRecordForm } from '#cms/collections/form/use-record-form.ts';
import { LazyPreview, PreviewButton, VersionTools } from '#cms/collections/form/version-tools.tsx';
import { ListTableView } from '#cms/collections/list/list-table.tsx';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { findRecord, publicationOf, StateLine, StatusBadge } from '#cms/versions/pending.tsx';
import { adminCalls, pages } from '#paths.ts';
import { api, useAnswer } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { ErrorSummary, SubmitButton } from '#ui/form/call-form.tsx';
import { type Choices, SelectField } from '#ui/form/choice-field.tsx';
import { DraftOffer, DraftSavedAt } from '#ui/form/drafts/device-draft.tsx';
import { UnsavedMark } from '#ui/form/form-card.tsx';
import { useSubCategoryChoices } from '../categories/use-category-choices.ts';
import type { FeatureRow } from '../data.server.ts';
import type { contentSummariesSchema, featureContentSchema } from './data.server.ts';

interface FeatureDetailsProps {
  id: number;
  onBack: () => void;
  onEdit: () => void;
}

export function FeatureDetailsAdmin({ id, onBack, onEdit }: FeatureDetailsProps) {
  const path = `${adminCalls.features}/${id}`;
  const { data, isError, refetch } = useAnswer<{ data: FeatureRow }>(path);
  const contentsQuery = useAnswer<{ data: ContentSummary[] }>(contentsPath(id));
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const feature = data?.data;
  const category = feature?.category.find((one) => one.id === categoryId);
  return (
    <>
      <h1 className="sr-only">Feature details</h1>
      <div className="stack">
        <div>
          <button type="button" className="stitch-link" onClick={onBack}>
            <ArrowLeft />
            Back to list
          </button>
        </div>
        <Card
          id="feature"
          title="Feature details"
          head={
            <div className="card-tools">
              <Writers>
                <button type="button" className="button button-quiet" onClick={onEdit}>
                  <Pencil />
                  Edit
                </button>
              </Writers>
            </div>
          }
        >
          {feature && <Heading feature={feature} />}
        </Card>
        <Card id="categories" title="Categories">
          <ListTableView
            label="Categories"
            columns={[
              { head: 'Category', cell: ({ category_name }) => <b className="strong">{category_name}</b> },
              {
                head: 'Texts',
                cell: (one) => <Texts told={contentsQuery.data?.data} failed={contentsQuery.isError} of={one.id} />,
              },
            ]}
            rows={feature?.category.map((one) => ({ ...one, updated_at: '' }))}
            from={1}
            nameOf={({ category_name }) => category_name}
            editingId={categoryId}
            state={isError ? 'failed' : feature ? 'ready' : 'loading'}
            emptyHint="Give this feature a category first: edit it."
            onRetry={refetch}
            actions={(one) => (
              <Writers>
                <button
                  type="button"
                  className="row-action"
                  aria-label={`Write content: ${one.category_name}`}
                  onClick={() => setCategoryId(one.id)}
                >
                  <Plus />
                </button>
              </Writers>
            )}
          />
        </Card>
      </div>
      {feature && category && (
        <ContentPanel feature={feature} category={category} onClose={() => setCategoryId(null)} />
      )}
    </>
  );
}

function Texts({ told, failed, of }: { told: ContentSummary[] | undefined; failed: boolean; of: number }) {
  if (failed) return <span className="note">Could not be loaded.</span>;
  if (!told) return <span className="skeleton texts-waiting" />;
  const texts = told.filter(({ singleCategory }) => singleCategory === of);
  if (texts.length === 0) return <span className="note">Nothing is written yet.</span>;
  return (
    <ul className="texts">
      {texts.map(({ id, sub_category_name, status, pending }) => (
        <li key={id}>
          <span lang="bn">{sub_category_name}</span>
          {(pending || status === 0) && <StatusBadge record={{ status, pending }} />}
        </li>
      ))}
    </ul>
  );
}

function Heading({ feature }: { feature: FeatureRow }) {
  return (
    <div className="card-body feature-heading">
      <span className="niche">
        {feature.image && <img src={feature.image} alt="" width={96} height={96} />}
        <i />
      </span>
      <div>
        <p className="feature-name">{feature.title}</p>
        <StatusBadge record={feature} />
      </div>
    </div>
  );
}

type FeatureContentRecord = z.infer<typeof featureContentSchema>;
type ContentSummary = z.infer<typeof contentSummariesSchema>[number];

const path = adminCalls.featureContents;
const contentsPath = (featureId: number) => `${path}?feature=${featureId}`;

interface ContentPanelProps {
  feature: { id: number; title: string; status?: number | undefined };
  category: { id: number; category_name: string };
  onClose: () => void;
}

function ContentPanel({ feature, category, onClose }: ContentPanelProps) {
  const element = useRef<HTMLFormElement>(null);
  const choices = useSubCategoryChoices(category.id);
  const { chosen, state, record, setRecord, load } = useChosenText(feature.id);
  const kind = useTextKind(feature, category, chosen, choices.items.find(({ id }) => id === chosen)?.name ?? '');
  const content = useRecordForm({
    kind,
    editing: useMemo(() => record && { record, number: null }, [record]),
    onEdit: (editing) => setRecord(editing?.record ?? null),
    element,
  });
  const { form, dirty } = content;
  const [previewing, setPreviewing] = useState(false);
  const isReady = state === 'ready';

  const mayLeave = async () => !dirty || askToLeave('text');
  async function close() {
    if (await mayLeave()) onClose();
  }
  async function choose(id: number) {
    if (id !== chosen && (await mayLeave())) await load(id);
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (chosen !== null) return content.submit(event);
    event.preventDefault();
    form.setError('selectedSubCategory', { message: 'Choose a sub-category.' });
  }

  return (
    <Panel
      title="Sub-category content"
      under={<Trail feature={feature.title} category={category.category_name} />}
      tools={isReady && <PreviewButton pressed={previewing} onPress={() => setPreviewing(!previewing)} />}
      onClose={() => void close()}
    >
      <FormProvider {...form}>
        <div className="panel-with-preview">
          <form ref={element} noValidate onSubmit={submit}>
            <TextFields {...{ content, record, state, choices }} onChoose={(id) => void choose(id)} />
            <footer className="panel-foot">
              <button type="button" className="button button-text" onClick={close}>
                Close
              </button>
              {isReady && <VersionTools kind={kind} record={record} content={content} />}
              <SubmitButton idle={publicationOf(record).verb ?? 'Submit'} busy="Submitting" />
            </footer>
          </form>
          {isReady && previewing && (
            <LazyPreview path={path} id={record?.id ?? null} dirty={dirty} part={`#part-${chosen}`} />
          )}
        </div>
      </FormProvider>
    </Panel>
  );
}

interface TextFieldsProps {
  content: RecordFormState<FeatureContentRecord>;
  record: FeatureContentRecord | null;
  state: keyof typeof notes;
  choices: Choices;
  onChoose: (id: number) => void;
}

function TextFields({ content, record, state, choices, onChoose }: TextFieldsProps) {
  const { offer, others, savedAt } = content;
  const isReady = state === 'ready';
  return (
    <div className="panel-body form-grid">
      <div>
        {record && <Presence key={record.id} path={path} id={record.id} />}
        {offer && isReady && <DraftOffer {...offer} />}
        <ErrorSummary others={others} />
        {record && (record.pending || record.status === 0) && <StateLine record={record} />}
        <SelectField name="selectedSubCategory" label="Sub category" required choices={choices} onChoose={onChoose} />
        <PanelNote record={record} state={state} />
      </div>
      {(isReady || state === 'loading') && (
        <DraftSavedAt value={savedAt}>
          <ContentField required loading={!isReady} />
        </DraftSavedAt>
      )}
    </div>
  );
}

function Trail({ feature, category }: { feature: string; category: string }) {
  return (
    <p className="trail">
      {feature}
      <ChevronRight />
      <b>{category}</b>
    </p>
  );
}

function PanelNote({ record, state }: { record: FeatureContentRecord | null; state: keyof typeof notes }) {
  return (
    <div className="panel-note flow">
      <p className="note" role="status">
        {record && <CircleCheck />}
        {state === 'ready' && record
          ? 'This is the text of the site. Submit saves your changes over it.'
          : notes[state]}
      </p>
      {/* At the end of the panel the mark shifts no button. */}
      <UnsavedMark />
    </div>
  );
}

const notes = {
  none: 'Choose a sub-category to load its text.',
  loading: 'Loading its text…',
  failed: 'Its text could not be loaded. Choose the sub-category again.',
  ready: 'Nothing is written here yet.',
};

/** The texts of one feature in one sub-category, as a kind with a record or none. */
function useTextKind(
  feature: ContentPanelProps['feature'],
  category: ContentPanelProps['category'],
  chosen: number | null,
  part: string,
): RecordKind<FeatureContentRecord> {
  const [featureId, categoryId] = [feature.id, category.id];
  const place = useMemo(
    () => ({
      SingleFeature: featureId,
      singleCategory: categoryId,
      selectedSubCategory: chosen,
      status: true,
      // Replaced by the version of a text that exists: if somebody else writes a new one first, saving conflicts.
      updated_at: 'never',
    }),
    [featureId, categoryId, chosen],
  );
  return {
    path,
    createAt: adminCalls.storeFeatureContent,
    title: 'Sub-category content',
    one: 'text',
    empty: { content: '' },
    place,
    device: { path: `${path} ${featureId} ${chosen}`, recordId: chosen ?? 0, label: 'this text' },
    single: true,
    nameOf: () => `${feature.title}: ${part}`,
    onSite: () => (feature.status === 0 ? undefined : pages.featureDetails(featureId)),
  };
}

/** The chosen sub-category with its text, or the draft of it; no record where nothing is written. */
function useChosenText(featureId: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [state, setState] = useState<keyof typeof notes>('none');
  const [record, setRecord] = useState<FeatureContentRecord | null>(null);
  const latest = useRef<number | null>(null);

  async function load(id: number) {
    latest.current = id;
    setChosen(id);
    setRecord(null);
    setState('loading');
    try {
      const found = await findText(featureId, id);
      if (latest.current !== id) return;
      setRecord(found);
      setState('ready');
    } catch (error) {
      console.error(error);
      if (latest.current === id) setState('failed');
    }
  }

  return { chosen, state, record, setRecord, load };
}

async function findText(featureId: number, subCategoryId: number): Promise<FeatureContentRecord | null> {
  const texts = await api.get<{ data: ContentSummary[] }>(contentsPath(featureId));
  const summary = texts.data.find((each) => each.selectedSubCategory === subCategoryId);
  return summary ? findRecord(path, summary.id) : null;
}
