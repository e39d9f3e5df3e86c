import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import { askToLeave, askWhoseText, tell } from '#ui/admin/dialog/ask.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { type Draft, draftsOf, dropDraft } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { showServerErrors, typedSince, useOneAtATime } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import { type ContentOnWire, type ContentPlace, loadContent, storeContent, storeDraft } from './admin-calls.ts';

export function useContentForm(options: { featureId: number; categoryId: number; onSite: string | undefined }) {
  const { featureId, categoryId, onSite } = options;
  const queries = useQueryClient();
  // The place is part of the form values, because the preview has no other way to address a new text.
  const empty = { SingleFeature: featureId, singleCategory: categoryId, selectedSubCategory: null, content: '' };
  const form = useForm<FormValues>({ defaultValues: empty });
  const [chosen, setChosen] = useState<number | null>(null);
  const [record, setRecord] = useState<ContentOnWire | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [others, setOthers] = useState<string[]>([]);
  /** Version of the text when it was read, and of the draft where the form shows one. */
  const version = useRef<string | null>(null);
  const draftAt = useRef<string | null>(null);
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
      fill(subCategoryId, await loadContent(placeOf(subCategoryId), signal));
      setState('idle');
      setKept((await draftsOf(draftPath)).find(({ recordId }) => recordId === subCategoryId) ?? null);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      setState('failed');
    }
  }

  function placeOf(selectedSubCategory: number): ContentPlace {
    return { SingleFeature: featureId, singleCategory: categoryId, selectedSubCategory };
  }

  function fill(subCategoryId: number, stored: ContentOnWire | null): void {
    readVersion(stored);
    form.reset({ ...placeOf(subCategoryId), content: stored?.content ?? '' });
  }

  function readVersion(stored: ContentOnWire | null): void {
    setRecord(stored);
    version.current = stored?.updated_at ?? null;
    draftAt.current = stored?.pending?.draft_at ?? null;
  }

  /** Shows the current text after a conflict; the user's edits are kept as a draft on the device. */
  function show(stored: ContentOnWire): void {
    draft.leave();
    fill(stored.selectedSubCategory, stored);
    void queries.invalidateQueries();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void once(() =>
      send(async (place, content) => {
        const { data, message } = await storeContent(place, content, read());
        goOn(data, content);
        notifyDone(message, onSite);
      }),
    );
  }

  /** Returns the saved draft; null where the server rejected it. */
  async function saveDraft(): Promise<ContentOnWire | null> {
    let saved: ContentOnWire | null = null;
    await once(() =>
      send(async (place, content) => {
        saved = (await storeDraft(place, content, read())).data;
        goOn(saved, content);
      }),
    );
    return saved;
  }

  /** Keeps edits that were made during the request. */
  function goOn(stored: ContentOnWire, content: string): void {
    if (form.getValues('selectedSubCategory') !== stored.selectedSubCategory) {
      // Another text was selected during the request.
      void dropDraft(draftPath, stored.selectedSubCategory);
      return;
    }
    const typed = typedSince(form, { content });
    forget();
    show(stored);
    if (typed.content !== undefined) lay(typed.content);
  }

  function read() {
    return { record, version: version.current, draftAt: draftAt.current };
  }

  async function send(write: (place: ContentPlace, content: string) => Promise<void>): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async ({ content }) => {
      if (chosen === null) {
        form.setError('selectedSubCategory', { message: 'Choose a sub-category.' });
        return;
      }
      try {
        await write(placeOf(chosen), String(content ?? ''));
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
      readVersion(newer);
      if (load) fill(subCategoryId, newer);
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
    lay(values.content);
  }

  function lay(content: unknown): void {
    form.setValue('content', String(content ?? ''), { shouldDirty: true });
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
    record: state === 'idle' ? record : null,
    saveDraft,
    show,
    lay,
  };
}
