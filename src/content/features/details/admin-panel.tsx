import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { lazy, type SubmitEvent, Suspense, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod/mini';
import { HistoryButton } from '#cms/audit/history-button.tsx';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { type RecordFormState, useRecordForm } from '#cms/collections/form/use-record-form.ts';
import { VersionTools } from '#cms/collections/form/version-tools.tsx';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { publicationOf, StateLine, withDraft } from '#cms/versions/pending.tsx';
import { PreviewButton } from '#cms/versions/preview-button.tsx';
import { adminCalls, historyOf, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import type { Choices } from '#ui/form/choice-box.tsx';
import { SelectField } from '#ui/form/choice-field.tsx';
import { DraftOffer, DraftSavedAt } from '#ui/form/drafts/draft-offer.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useSubCategoryChoices } from '../categories/use-category-choices.ts';
import type { contentSummariesSchema, featureContentSchema } from './schema.ts';

const PreviewPane = lazy(() => import('#cms/versions/preview-pane.tsx'));

type FeatureContentRecord = z.infer<typeof featureContentSchema>;
export type ContentSummary = z.infer<typeof contentSummariesSchema>[number];

const path = adminCalls.featureContents;
export const contentsPath = (featureId: number) => `${path}?feature=${featureId}`;

interface ContentPanelProps {
  feature: { id: number; title: string; status?: number | undefined };
  category: { id: number; category_name: string };
  onClose: () => void;
}

export function ContentPanel({ feature, category, onClose }: ContentPanelProps) {
  const element = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const choices = useSubCategoryChoices(category.id);
  const { chosen, state, record, setRecord, load } = useChosenText(feature.id);
  const kind = useTextKind(feature, category, chosen, choices.items.find(({ id }) => id === chosen)?.name ?? '');
  const content = useRecordForm({
    kind,
    editing: useMemo(() => record && { record, number: null }, [record]),
    onEdit: (editing) => setRecord(editing?.record ?? null),
    onSaved: () => void queries.invalidateQueries(),
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
      tools={
        isReady && (
          <>
            <PreviewButton pressed={previewing} onPress={() => setPreviewing(!previewing)} />
            {record && <HistoryButton call={historyOf(path, record.id)} name={kind.nameOf(record)} />}
          </>
        )
      }
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
          <Suspense fallback={null}>
            {isReady && previewing && (
              <PreviewPane path={path} id={record?.id ?? null} dirty={dirty} part={`#part-${chosen}`} />
            )}
          </Suspense>
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
        {state === 'ready' && record ? 'Existing content loaded. Submitting replaces it.' : notes[state]}
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
  if (!summary) return null;
  const { data } = await api.get<{ data: FeatureContentRecord }>(`${path}/${summary.id}`);
  return withDraft(path, data);
}
