import type { UseFormReturn } from 'react-hook-form';
import type { LatestChange } from '#api/audit.ts';
import { CallError, type Written } from '#ui/admin/calls/api.ts';
import { notifyMerged } from '#ui/admin/notify.tsx';
import type { FormEvent, FormState, FormValues, RecordVersion } from '#ui/form/call-form.tsx';
import { withImage } from '#ui/form/merge.ts';

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
