import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import { askConflictChoice, askToLeave, showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { type DeviceDraft, discardDeviceDraft, loadDrafts } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { changedSince, showServerErrors, useOneAtATime } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import {
  type ContentAddress,
  type FeatureContentRecord,
  loadContent,
  storeContent,
  storeDraft,
} from './admin-calls.ts';

export function useContentForm(options: { featureId: number; categoryId: number; onSite: string | undefined }) {
  const { featureId, categoryId, onSite } = options;
  const queries = useQueryClient();
  // The place is part of the form values, because the preview has no other way to address a new text.
  const empty = { SingleFeature: featureId, singleCategory: categoryId, selectedSubCategory: null, content: '' };
  const form = useForm<FormValues>({ defaultValues: empty });
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [record, setRecord] = useState<FeatureContentRecord | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [others, setOthers] = useState<string[]>([]);
  /** Version of the text when it was read, and of the draft where the form shows one. */
  const version = useRef<string | null>(null);
  const draftAt = useRef<string | null>(null);
  const picked = useWatch({ control: form.control, name: 'selectedSubCategory' });
  const dirty = form.formState.dirtyFields.content === true;
  const draftPath = `${adminCalls.storeFeatureContent} ${featureId} ${categoryId}`;
  const [storedDraft, setStoredDraft] = useState<DeviceDraft | null>(null);
  const once = useOneAtATime();
  const draft = useDraft(form, () => ({
    path: draftPath,
    recordId: selectedId,
    version: version.current,
    label: 'this text',
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice loads another text
  useEffect(() => {
    if (typeof picked !== 'number' || picked === selectedId) return;
    const stop = new AbortController();
    void choose(picked, stop.signal);
    return () => stop.abort();
  }, [picked]);

  async function choose(subCategoryId: number, signal: AbortSignal): Promise<void> {
    if (dirty && !(await askToLeave('text'))) {
      form.setValue('selectedSubCategory', selectedId);
      return;
    }
    setSelectedId(subCategoryId);
    setState('loading');
    setStoredDraft(null);
    if (dirty) draft.flushDraft();
    else draft.discardDraft();
    setOthers([]);
    try {
      fill(subCategoryId, await loadContent(placeOf(subCategoryId), signal));
      setState('idle');
      setStoredDraft((await loadDrafts(draftPath)).find(({ recordId }) => recordId === subCategoryId) ?? null);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      setState('failed');
    }
  }

  function placeOf(selectedSubCategory: number): ContentAddress {
    return { SingleFeature: featureId, singleCategory: categoryId, selectedSubCategory };
  }

  function fill(subCategoryId: number, stored: FeatureContentRecord | null): void {
    setVersions(stored);
    form.reset({ ...placeOf(subCategoryId), content: stored?.content ?? '' });
  }

  function setVersions(stored: FeatureContentRecord | null): void {
    setRecord(stored);
    version.current = stored?.updated_at ?? null;
    draftAt.current = stored?.pending?.draft_at ?? null;
  }

  /** Shows the current text after a conflict; the user's edits are kept as a draft on the device. */
  function show(stored: FeatureContentRecord): void {
    draft.flushDraft();
    fill(stored.selectedSubCategory, stored);
    void queries.invalidateQueries();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void once(() =>
      send(async (place, content) => {
        const { data, message } = await storeContent(place, content, currentVersion());
        continueWith(data, content);
        notifyDone(message, onSite);
      }),
    );
  }

  /** Returns the saved draft; null where the server rejected it. */
  async function saveDraft(): Promise<FeatureContentRecord | null> {
    let saved: FeatureContentRecord | null = null;
    await once(() =>
      send(async (place, content) => {
        saved = (await storeDraft(place, content, currentVersion())).data;
        continueWith(saved, content);
      }),
    );
    return saved;
  }

  /** Keeps edits that were made during the request. */
  function continueWith(stored: FeatureContentRecord, content: string): void {
    if (form.getValues('selectedSubCategory') !== stored.selectedSubCategory) {
      // Another text was selected during the request.
      void discardDeviceDraft(draftPath, stored.selectedSubCategory);
      return;
    }
    const changed = changedSince(form, { content });
    discardDraft();
    show(stored);
    if (changed.content !== undefined) setContent(changed.content);
  }

  function currentVersion() {
    return { record, version: version.current, draftAt: draftAt.current };
  }

  async function send(write: (place: ContentAddress, content: string) => Promise<void>): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async ({ content }) => {
      if (selectedId === null) {
        form.setError('selectedSubCategory', { message: 'Choose a sub-category.' });
        return;
      }
      try {
        await write(placeOf(selectedId), String(content ?? ''));
      } catch (error) {
        await showFailure(error, selectedId);
      }
    })();
  }

  async function showFailure(error: unknown, subCategoryId: number): Promise<void> {
    const unplaced = showServerErrors(form, error);
    if (unplaced) setOthers(unplaced);
    else if (error instanceof CallError && error.status === 409 && error.data) {
      const newer = error.data as FeatureContentRecord;
      const load = await askConflictChoice(error.message);
      setVersions(newer);
      if (load) fill(subCategoryId, newer);
    } else await showMessage('An error occurred while submitting the form.', messageOf(error));
  }

  function discardDraft(): void {
    draft.discardDraft();
    setStoredDraft(null);
    void discardDeviceDraft(draftPath, selectedId);
  }

  function restoreDraft({ values, version: read }: DeviceDraft): void {
    setStoredDraft(null);
    version.current = read;
    setContent(values.content);
  }

  function setContent(content: unknown): void {
    form.setValue('content', String(content ?? ''), { shouldDirty: true });
  }

  return {
    form,
    dirty,
    chosen: selectedId,
    others,
    submit,
    loading: state === 'loading',
    loadFailed: state === 'failed',
    keptAt: draft.keptAt,
    offer: storedDraft && { draft: storedDraft, take: () => restoreDraft(storedDraft), drop: discardDraft },
    record: state === 'idle' ? record : null,
    saveDraft,
    show,
    lay: setContent,
  };
}
