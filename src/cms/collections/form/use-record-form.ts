import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LatestChange } from '#api/audit.ts';
import { t } from '#i18n/text.ts';
import { versionPaths } from '#paths.ts';
import {
  api,
  CallError,
  create,
  messageOf,
  postToSite,
  type Row,
  useReload,
  type Written,
} from '#ui/admin/calls/api.ts';
import { showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyError, notifyMerged } from '#ui/admin/notify.tsx';
import {
  changedSince,
  type FormEvent,
  type FormState,
  type FormValues,
  mergeValues,
  type RecordVersion,
  useCallForm,
  versionIn,
} from '#ui/form/call-form.tsx';
import { useDeviceDraft } from '#ui/form/drafts/device-draft.tsx';
import { type DeviceDraft, discardDeviceDraft } from '#ui/form/drafts/draft-store.ts';
import { useLeaveGuard, useSaveKey } from '#ui/form/form-card.tsx';
import { withImage } from '#ui/form/merge.ts';
import { publicationOf } from '../../versions/pending.tsx';
import { type Editing, publicUrl, type RecordKind, valuesOf } from './record-kind.tsx';

export interface RecordFormOptions<R extends Row> {
  kind: RecordKind<R>;
  editing: Editing<R> | null;
  onEdit: (editing: Editing<R> | null) => void;
  copy?: FormValues | null | undefined;
  onCopied?: (() => void) | undefined;
  element: RefObject<HTMLFormElement | null>;
}

export type RecordFormState<R extends Row> = ReturnType<typeof useRecordForm<R>>;

/** Fills and submits the form of a record, and saves drafts. */
export function useRecordForm<R extends Row>(options: RecordFormOptions<R>) {
  const { kind, editing, onEdit, copy, onCopied, element } = options;
  const reload = useReload();
  const { hasDraft } = publicationOf(editing?.record ?? null);
  const { form, submit, submitTo, showFailure, others, clearErrors, state, dispatch } = useCallForm({
    values: { ...kind.empty, ...kind.place },
    // A draft is there to be published, whatever its status says.
    send: (values) => save(values, hasDraft ? { ...values, status: true } : values),
    onConflict: (conflict) =>
      mergeConflict<R>({ form, state, dispatch }, conflict, {
        valuesOf: (record) => valuesOf(kind, record),
        isDraftKept: isPublicSave.current && state.current.draftAt === null,
      }),
    onFailure: async (error) => {
      if (editing) notifyError(error);
      else await showMessage('An error occurred while submitting the form.', messageOf(error));
    },
  });
  /** The save goes to the public record: a draft that somebody made of it meanwhile stays. */
  const isPublicSave = useRef(false);
  /** Input typed while a save was running, to be merged into the saved record. */
  const pendingInput = useRef<FormValues>({});
  const recordId = editing?.record.id ?? null;
  const device = kind.device ?? { path: kind.path, recordId, label: editing ? kind.nameOf(editing.record) : '' };
  const describe = () => ({
    ...device,
    label: device.label || nameOfNew(kind, form.getValues()),
    ...versionIn(state.current),
  });
  const draft = useDeviceDraft(form, describe, fillFrom, kind.hasSecrets);

  // Before anything can be typed: for a moment after the reset the fields are unknown, and what came then would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record fills the form anew
  useLayoutEffect(() => {
    draft.flush();
    clearErrors();
    const values = editing && valuesOf(kind, editing.record);
    const base = values && withImage(values, editing.record.image);
    dispatch({ type: 'fill', record: editing?.record ?? null, base });
    form.reset({ ...(values ?? kind.empty), ...kind.place });
    mergeValues(form, pendingInput.current);
    pendingInput.current = {};
    if (editing) showFirstField(element.current);
  }, [editing, kind.place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another copy fills the form anew
  useLayoutEffect(() => {
    if (!copy) return;
    draft.flush();
    dispatch({ type: 'fill', record: null, base: null });
    form.reset(kind.empty);
    mergeValues(form, copy);
    showFirstField(element.current);
    onCopied?.();
  }, [copy]);

  async function save(values: FormValues, sent: FormValues) {
    const { generation, version, draftAt } = state.current;
    isPublicSave.current = true;
    const address = (id: number) =>
      draftAt ? versionPaths.saveFromDraft(kind.path, id, draftAt) : `${kind.path}/${id}`;
    const written = await write(sent, kind.createAt ?? kind.path, address, version);
    const { data, message } = written;
    if (!data) throw new CallError(0, 'The answer of the server was not understood.');
    notifyDone(message, publicUrl(kind, data));
    void notifyMergedSave(form, written);
    if (!accepts(generation, values)) return;
    const isTypedOn = Object.keys(pendingInput.current).length > 0;
    if (!isTypedOn) postToSite('closed');
    // The user typed on, so the form stays open.
    if (kind.single || isTypedOn) return show(data);
    form.reset(kind.empty);
    onEdit(null);
    void reload();
  }

  /**
   * Saves a new record as hidden; an existing one keeps its public version beside the draft. Returns the saved record;
   * null if it was rejected.
   */
  async function saveDraft(): Promise<R | null> {
    let saved: R | null = null;
    await submitTo(async (values) => {
      const { generation, version, draftAt } = state.current;
      isPublicSave.current = false;
      const hidden = editing ? values : { ...values, status: false };
      const address = (id: number) => versionPaths.keepDraft(kind.path, id);
      const created = versionPaths.newDraft(kind.createAt ?? kind.path);
      const { data } = await write(hidden, created, address, draftAt ?? version);
      // What changed in the public record beside an older draft is merged when this one is published.
      const read = draftAt && data.pending?.shown && version;
      if (accepts(generation, values)) show(read ? { ...data, updated_at: read } : data);
      saved = data;
    });
    return saved;
  }

  function write(
    values: FormValues,
    created: string,
    address: (id: number) => string,
    version: string | null,
  ): Promise<Written<R>> {
    return editing ? api.put(address(editing.record.id), { ...values, updated_at: version }) : create(created, values);
  }

  /** False if the form shows another record by the time of the answer. */
  function accepts(generation: number, sent: FormValues) {
    if (generation !== state.current.generation) {
      void discardDeviceDraft(device.path, device.recordId);
      void reload();
      return false;
    }
    pendingInput.current = changedSince(form, sent);
    forget();
    return true;
  }

  /** Continues with the saved record. */
  function show(record: R) {
    onEdit({ record, number: editing?.number ?? null });
    void reload();
  }

  function forget() {
    dispatch({ type: 'fill', record: null, base: null });
    draft.discard();
  }

  function fillFrom({ values, version, draftAt, base = null }: DeviceDraft) {
    dispatch({ type: 'restore', version, draftAt, base });
    mergeValues(form, values);
  }

  const { savedAt, offer } = draft;
  const { isDirty: dirty } = form.formState;
  useLeaveGuard(dirty, kind.one);
  useSaveKey(element);
  return {
    form,
    dirty,
    others,
    submit,
    saveDraft,
    show,
    forget,
    showFailure,
    savedAt,
    offer,
  };
}

/** Names what was to become a new record: 'new news ‘Winter holidays’'. Its values have the names of the record. */
function nameOfNew<R extends Row>({ one, nameOf }: RecordKind<R>, values: FormValues): string {
  const name = nameOf(values as unknown as R);
  return name ? t`new ${one} ‘${name}’` : t`new ${one}`;
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

interface MergingForm {
  form: UseFormReturn<FormValues>;
  state: { current: FormState };
  dispatch: (event: FormEvent) => void;
}

/** Merges the record of a conflict into its form; see `resolveConflict`. */
export async function mergeConflict<R extends RecordVersion>(
  { form, state, dispatch }: MergingForm,
  { data, changes }: CallError,
  { valuesOf, isDraftKept = false }: { valuesOf: (record: R) => FormValues; isDraftKept?: boolean },
): Promise<string[] | null> {
  const newer = data as R;
  // Loaded only now, with what compares texts.
  const { resolveConflict } = await import('../../versions/resolve-conflict.tsx').catch(() => {
    throw new CallError(0, 'Somebody else changed this. What merges it could not be loaded: save again.');
  });
  const theirs = withImage(valuesOf(newer), newer.image);
  const merged = await resolveConflict({ form, base: baseIn(state.current, newer, theirs, changes), theirs, changes });
  if (!merged) return null;
  dispatch({ type: 'merge', record: isDraftKept ? { ...newer, pending: null } : newer, base: theirs });
  if (form.getValues('updated_at') !== undefined) form.setValue('updated_at', newer.updated_at);
  return merged;
}

/** Names the changes of somebody else that a save was merged with. Without its module there is no toast. */
export async function notifyMergedSave(
  form: UseFormReturn<FormValues>,
  { merged, changes = [] }: Written<unknown>,
): Promise<void> {
  const words = merged && (await import('../../versions/resolve-conflict.tsx').catch(() => null));
  if (words) notifyMerged(words.inClauses(form, merged, changes), true);
}

/**
 * Where the draft in the form is still the same, the change is in the public record, whose earlier values the form does
 * not know: what differs is asked for in the fields that were changed there since, and is of the draft elsewhere.
 */
function baseIn(
  { base, draftAt, version }: FormState,
  newer: RecordVersion,
  theirs: FormValues,
  changes: LatestChange[],
): FormValues | null {
  if (draftAt === null || newer.pending?.draft_at !== draftAt) return base;
  const read = changes.findIndex((change) => change.version === version);
  const since = changes.slice(0, read < 0 ? undefined : read).filter((change) => change.version !== null);
  const isUnchanged = (name: string) => !since.some(({ fields }) => fields.includes(name));
  return Object.fromEntries(Object.entries(theirs).filter(([name]) => isUnchanged(name)));
}
