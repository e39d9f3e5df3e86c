import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import { askToLeave, askWhoseText, tell } from '#ui/admin/dialog/ask.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { type Draft, draftsOf, dropDraft } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { showServerErrors, useOneAtATime } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import { type ContentOnWire, loadContent, type StoredContent, storeContent } from './admin-calls.ts';

/** The text of a sub-category: loaded when it is chosen, asked about before it is left unsaved. */
export function useContentForm(options: { featureId: number; categoryId: number; onSite: string | undefined }) {
  const { featureId, categoryId, onSite } = options;
  const queries = useQueryClient();
  const form = useForm<FormValues>({ defaultValues: { selectedSubCategory: null, content: '' } });
  const [chosen, setChosen] = useState<number | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [others, setOthers] = useState<string[]>([]);
  const version = useRef<string | null>(null);
  const picked = useWatch({ control: form.control, name: 'selectedSubCategory' });
  const dirty = form.formState.dirtyFields.content === true;
  const draftPath = `${adminCalls.storeFeatureContent} ${featureId} ${categoryId}`;
  const [kept, setKept] = useState<Draft | null>(null);
  const once = useOneAtATime();
  const draft = useDraft(form, () => ({
    path: draftPath,
    recordId: chosen,
    version: version.current,
    label: 'this text',
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice loads another text
  useEffect(() => {
    if (typeof picked !== 'number' || picked === chosen) return;
    const stop = new AbortController();
    void choose(picked, stop.signal);
    return () => stop.abort();
  }, [picked]);

  async function choose(subCategoryId: number, signal: AbortSignal): Promise<void> {
    if (dirty && !(await askToLeave('text'))) {
      form.setValue('selectedSubCategory', chosen);
      return;
    }
    setChosen(subCategoryId);
    setState('loading');
    setKept(null);
    if (dirty) draft.leave();
    else draft.forget();
    setOthers([]);
    try {
      fill(subCategoryId, await loadContent({ featureId, categoryId, subCategoryId }, signal));
      setState('idle');
      setKept((await draftsOf(draftPath)).find(({ recordId }) => recordId === subCategoryId) ?? null);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      setState('failed');
    }
  }

  function fill(subCategoryId: number, { content, version: read }: StoredContent): void {
    version.current = read;
    form.reset({ selectedSubCategory: subCategoryId, content });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void once(send);
  }

  async function send(): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async ({ content }) => {
      if (chosen === null) {
        form.setError('selectedSubCategory', { message: 'Choose a sub-category.' });
        return;
      }
      const place = { featureId, categoryId, subCategoryId: chosen };
      try {
        const written = await storeContent(place, { content: String(content ?? ''), version: version.current });
        forget();
        fill(chosen, { content: written.data.content, version: written.data.updated_at });
        notifyDone(written.message, onSite);
        await queries.invalidateQueries();
      } catch (error) {
        await showFailure(error, chosen);
      }
    })();
  }

  async function showFailure(error: unknown, subCategoryId: number): Promise<void> {
    const unplaced = showServerErrors(form, error);
    if (unplaced) setOthers(unplaced);
    else if (error instanceof CallError && error.status === 409 && error.data) {
      const newer = error.data as ContentOnWire;
      const load = await askWhoseText(error.message);
      version.current = newer.updated_at;
      if (load) fill(subCategoryId, { content: newer.content, version: newer.updated_at });
    } else await tell('An error occurred while submitting the form.', messageOf(error));
  }

  function forget(): void {
    draft.forget();
    setKept(null);
    void dropDraft(draftPath, chosen);
  }

  function takeUp({ values, version: read }: Draft): void {
    setKept(null);
    version.current = read;
    form.setValue('content', values.content ?? '', { shouldDirty: true });
  }

  return {
    form,
    dirty,
    chosen,
    others,
    submit,
    loading: state === 'loading',
    loadFailed: state === 'failed',
    keptAt: draft.keptAt,
    offer: kept && { draft: kept, take: () => takeUp(kept), drop: forget },
    stored: state === 'idle' && version.current !== null,
  };
}
