import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Row, Written } from '#ui/admin/calls/pages.ts';
import { askConflictChoice, showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { discardDeviceDraft } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { changedSince, mergeValues, showServerErrors, useCreationKey, useOneAtATime } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import { type Editing, publicUrl, type RecordKind, valuesOf } from './record-kind.ts';
import { useDraftOffer } from './use-draft-offer.ts';

interface RecordFormOptions<R extends Row> {
  kind: RecordKind<R>;
  editing: Editing<R> | null;
  onEdit: (editing: Editing<R> | null) => void;
  onSaved: () => void;
  copy: FormValues | null;
  onCopied: () => void;
  element: RefObject<HTMLFormElement | null>;
}

/** Fills and submits the form of a record, resolves conflicts and saves drafts. */
export function useRecordForm<R extends Row>(options: RecordFormOptions<R>) {
  const { kind, editing, onEdit, onSaved, copy, onCopied, element } = options;
  const form = useForm<FormValues>({ defaultValues: kind.empty });
  const [others, setOthers] = useState<string[]>([]);
  const dirty = form.formState.isDirty;
  const recordId = editing?.record.id ?? null;
  /** The version that was read, so that a save does not overwrite a newer one. */
  const version = useRef<string | null>(null);
  /** The version of the draft, if the form shows one. */
  const draftAt = useRef<string | null>(null);
  /** How often the form was filled: a response to an earlier content must not change a later one. */
  const generation = useRef(0);
  /** Input typed while the record was loading, to be merged into it. */
  const pendingInput = useRef<FormValues>({});
  const draft = useDraft(form, () => ({
    path: kind.path,
    recordId,
    version: version.current,
    label: editing ? kind.nameOf(editing.record) : '',
  }));
  const creation = useCreationKey();
  const offer = useDraftOffer({ kind, form, version, onEdit });
  const once = useOneAtATime();

  // Before anything can be typed: for a moment after the reset the fields are unknown, and what came then would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record fills the form anew
  useLayoutEffect(() => {
    generation.current++;
    draft.flushDraft();
    setOthers([]);
    readVersion(editing?.record ?? null);
    form.reset(editing ? valuesOf(kind, editing.record) : kind.empty);
    offer.apply(recordId);
    mergeValues(form, pendingInput.current);
    pendingInput.current = {};
    if (editing) showFirstField(element.current);
  }, [editing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another copy fills the form anew
  useLayoutEffect(() => {
    if (!copy) return;
    generation.current++;
    draft.flushDraft();
    form.reset(kind.empty);
    mergeValues(form, copy);
    showFirstField(element.current);
    onCopied();
  }, [copy]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void once(() => send(save));
  }

  /** Returns the saved record; null if it was rejected. */
  async function saveDraft(): Promise<R | null> {
    let saved: R | null = null;
    await once(() =>
      send(async (values) => {
        saved = await keepDraft(values);
      }),
    );
    return saved;
  }

  async function send(write: (values: FormValues) => Promise<void>): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async (values) => {
      try {
        await write(values);
      } catch (error) {
        await showFailure(error);
      }
    })();
  }

  async function save(values: FormValues): Promise<void> {
    const sentAt = generation.current;
    const { data, message } = editing
      ? await api.put<Written<R>>(addressOf(editing.record), { ...values, updated_at: version.current })
      : await api.post<Written<R>>(kind.path, values, { key: creation.keyOf(values) });
    if (!data) throw new CallError(0, 'The answer of the server was not understood.');
    notifyDone(message, publicUrl(kind, data));
    if (sentAt !== generation.current) return ignoreStaleResponse();
    pendingInput.current = changedSince(form, values);
    forget();
    // The user typed on, so the form stays open.
    if (kind.single || Object.keys(pendingInput.current).length > 0) return show(data);
    form.reset(kind.empty);
    onEdit(null);
    onSaved();
  }

  /** Saves a new record as hidden; an existing one keeps its public version beside the draft. */
  async function keepDraft(values: FormValues): Promise<R> {
    const hidden = { ...values, status: false };
    const sentAt = generation.current;
    const { data } = editing
      ? await api.put<Written<R>>(versionPaths.keepDraft(kind.path, editing.record.id), {
          ...values,
          updated_at: draftAt.current ?? version.current,
        })
      : await api.post<Written<R>>(kind.path, hidden, { key: creation.keyOf(hidden) });
    if (sentAt === generation.current) {
      pendingInput.current = changedSince(form, values);
      forget();
      show(data);
    } else ignoreStaleResponse();
    return data;
  }

  /** The request succeeded, but the form shows another record by now. */
  function ignoreStaleResponse(): void {
    void discardDeviceDraft(kind.path, recordId);
    onSaved();
  }

  /** Continues with the saved record. */
  function show(record: R): void {
    onEdit({ record, number: editing?.number ?? null });
    onSaved();
  }

  function readVersion(record: R | null): void {
    version.current = record?.updated_at ?? null;
    draftAt.current = record?.pending?.draft_at ?? null;
  }

  function addressOf({ id }: R): string {
    return draftAt.current ? versionPaths.saveFromDraft(kind.path, id, draftAt.current) : `${kind.path}/${id}`;
  }

  async function showFailure(error: unknown): Promise<void> {
    const unplaced = showServerErrors(form, error);
    if (unplaced) setOthers(unplaced);
    else if (error instanceof CallError && error.status === 409 && error.data)
      await resolveConflict(error.data as R, error);
    else if (editing) notifyFailed(messageOf(error));
    else await showMessage('An error occurred while submitting the form.', messageOf(error));
  }

  /** Somebody else saved a newer version. */
  async function resolveConflict(newer: R, { message }: CallError): Promise<void> {
    const load = await askConflictChoice(message);
    readVersion(newer);
    if (!load) return;
    forget();
    show(newer);
  }

  function forget(): void {
    generation.current++;
    creation.forget();
    draft.discardDraft();
    void discardDeviceDraft(kind.path, recordId);
  }

  return { form, dirty, others, submit, saveDraft, show, forget, keptAt: draft.keptAt, offer: offer.shown };
}

/** Keeps the focus if it is in the form. */
function showFirstField(form: HTMLFormElement | null): void {
  const isThere = () => form?.contains(document.activeElement);
  if (isThere()) return;
  window.scrollTo({ top: 0 });
  const first = form?.querySelector<HTMLElement>('input.control, textarea.control, .combo-box input, .image-drop');
  // After the menu from which it was opened has returned the focus.
  requestAnimationFrame(() => isThere() || first?.focus({ preventScroll: true }));
}
