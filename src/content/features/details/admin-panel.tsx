import { ChevronRight, CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { pages } from '#paths.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { SelectField } from '#ui/form/choice-field.tsx';
import { ContentField } from '#ui/form/content-field.tsx';
import { DraftOffer, KeptAt } from '#ui/form/drafts/draft-offer.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import { useSubCategoryChoices } from '../categories/use-category-choices.ts';
import { useContentForm } from './use-content-form.ts';

interface ContentPanelProps {
  feature: { id: number; title: string; status?: number | undefined };
  category: { id: number; category_name: string };
  onClose: () => void;
}

/** The panel on the right: choose a sub-category, and write what is told of the feature there. */
export function ContentPanel({ feature, category, onClose }: ContentPanelProps) {
  const element = useRef<HTMLFormElement>(null);
  const choices = useSubCategoryChoices(category.id);
  const content = useContentForm({
    featureId: feature.id,
    categoryId: category.id,
    onSite: feature.status === 0 ? undefined : pages.featureDetails(feature.id),
  });
  const { form, dirty, chosen, loading, stored, loadFailed, others, submit, keptAt, offer } = content;
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
      onClose={() => void close()}
    >
      <form ref={element} noValidate onSubmit={submit}>
        <FormProvider {...form}>
          <div className="panel-body form-grid">
            <div>
              {offer && !dirty && <DraftOffer draft={offer.draft} onTake={offer.take} onDrop={offer.drop} />}
              <ErrorSummary others={others} />
              <SelectField name="selectedSubCategory" label="Sub category" required choices={choices} />
              <p className="note panel-note" role="status">
                {stored && <CircleCheck aria-hidden="true" />}
                {noteOn({ chosen: chosen !== null, loading, loadFailed, stored })}
              </p>
            </div>
            {chosen !== null && !loadFailed && (
              <KeptAt value={keptAt}>
                <ContentField required loading={loading} />
              </KeptAt>
            )}
          </div>
          <footer className="panel-foot">
            <UnsavedMark />
            <button type="button" className="button button-text" onClick={close}>
              Close
            </button>
            <SubmitButton idle="Submit" busy="Submitting" />
          </footer>
        </FormProvider>
      </form>
    </Panel>
  );
}

function noteOn(is: { chosen: boolean; loading: boolean; loadFailed: boolean; stored: boolean }): string {
  if (!is.chosen) return 'Choose a sub-category to load its text.';
  if (is.loading) return 'Loading its text…';
  if (is.loadFailed) return 'Its text could not be loaded. Choose the sub-category again.';
  return is.stored ? 'Existing content loaded. Submitting replaces it.' : 'Nothing is written here yet.';
}
