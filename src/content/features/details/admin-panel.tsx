import { ChevronRight, CircleCheck } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { HistoryButton } from '#cms/audit/history-button.tsx';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { PendingLine } from '#cms/versions/pending-words.tsx';
import { VersionTools } from '#cms/versions/version-tools.tsx';
import { adminCalls, historyOf, pages } from '#paths.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { SelectField } from '#ui/form/choice-field.tsx';
import { DraftOffer, DraftSavedAt } from '#ui/form/drafts/draft-offer.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import { useSubCategoryChoices } from '../categories/use-category-choices.ts';
import type { FeatureContentRecord } from './admin-calls.ts';
import { useContentForm } from './use-content-form.ts';

const PreviewPane = lazy(() => import('#cms/versions/preview-pane.tsx'));

interface ContentPanelProps {
  feature: { id: number; title: string; status?: number | undefined };
  category: { id: number; category_name: string };
  onClose: () => void;
}

export function ContentPanel({ feature, category, onClose }: ContentPanelProps) {
  const element = useRef<HTMLFormElement>(null);
  const choices = useSubCategoryChoices(category.id);
  const onSite = feature.status === 0 ? undefined : pages.featureDetails(feature.id);
  const content = useContentForm({ featureId: feature.id, categoryId: category.id, onSite });
  const { form, dirty, chosen, loading, record, loadFailed, others, submit, keptAt, offer } = content;
  const [previewing, setPreviewing] = useState(false);
  const part = choices.items.find(({ id }) => id === chosen)?.name ?? '';
  const kind: RecordKind<FeatureContentRecord> = {
    path: adminCalls.featureContents,
    name: 'Sub-category content',
    one: 'text',
    empty: { content: '' },
    nameOf: () => `${feature.title}: ${part}`,
    onSite: () => pages.featureDetails(feature.id),
  };
  const isReady = chosen !== null && !loading && !loadFailed;
  useLeaveGuard(dirty, 'text');
  useSaveKey(element);

  async function close() {
    if (dirty && !(await askToLeave('text'))) return;
    onClose();
  }

  return (
    <Panel
      title="Sub-category content"
      under={
        <p className="trail">
          {feature.title}
          <ChevronRight aria-hidden="true" />
          <b>{category.category_name}</b>
        </p>
      }
      tools={record && <HistoryButton call={historyOf(kind.path, record.id)} name={kind.nameOf(record)} />}
      onClose={() => void close()}
    >
      <FormProvider {...form}>
        <div className="panel-with-preview">
          <form ref={element} noValidate onSubmit={submit}>
            <div className="panel-body form-grid">
              <div>
                {offer && !dirty && <DraftOffer draft={offer.draft} onTake={offer.take} onDrop={offer.drop} />}
                <ErrorSummary others={others} />
                {record && (record.pending || record.status === 0) && <PendingLine {...record} />}
                <SelectField name="selectedSubCategory" label="Sub category" required choices={choices} />
                <div className="panel-note">
                  <p className="note" role="status">
                    {record && <CircleCheck aria-hidden="true" />}
                    {noteOn({ chosen: chosen !== null, loading, loadFailed, stored: record !== null })}
                  </p>
                  {/* At the end of the panel the mark shifts no button. */}
                  <UnsavedMark />
                </div>
              </div>
              {chosen !== null && !loadFailed && (
                <DraftSavedAt value={keptAt}>
                  <ContentField required loading={loading} />
                </DraftSavedAt>
              )}
            </div>
            <footer className="panel-foot">
              <button type="button" className="button button-text" onClick={close}>
                Close
              </button>
              {isReady && (
                <VersionTools
                  kind={kind}
                  record={record}
                  saveDraft={content.saveDraft}
                  onChanged={content.show}
                  onTake={(values) => content.lay(values.content)}
                  preview={{ open: previewing, toggle: () => setPreviewing(!previewing) }}
                />
              )}
              <SubmitButton idle="Submit" busy="Submitting" />
            </footer>
          </form>
          <Suspense fallback={null}>
            {isReady && previewing && (
              <PreviewPane path={kind.path} id={record?.id ?? null} dirty={dirty} part={`#part-${chosen}`} />
            )}
          </Suspense>
        </div>
      </FormProvider>
    </Panel>
  );
}

function noteOn(is: { chosen: boolean; loading: boolean; loadFailed: boolean; stored: boolean }): string {
  if (!is.chosen) return 'Choose a sub-category to load its text.';
  if (is.loading) return 'Loading its text…';
  if (is.loadFailed) return 'Its text could not be loaded. Choose the sub-category again.';
  return is.stored ? 'Existing content loaded. Submitting replaces it.' : 'Nothing is written here yet.';
}
