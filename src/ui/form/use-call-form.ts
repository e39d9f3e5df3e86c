import { type SubmitEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CallError, messageOf } from '../admin/calls/call-error.ts';
import { notifyError, notifyMerged } from '../admin/notify.tsx';
import { type FormEvent, formStateOf, nextFormState, type RecordVersion } from './form-state.ts';
import type { FormValues } from './values.ts';

interface CallForm {
  values: FormValues;
  /** The record in the form, if it is of one. */
  record?: RecordVersion;
  /** The values of that record, from which a conflict is merged. */
  base?: FormValues;
  send: (values: FormValues) => Promise<void>;
  /**
   * Merges the record of a 409, which somebody else saved, into the form, and returns what the other changed; null if the
   * user goes back to the form.
   */
  onConflict?: (conflict: CallError) => Promise<string[] | null>;
  onFailure?: (error: unknown) => unknown;
  /** Shows other errors with those that belong to no field. */
  isInline?: boolean;
}

/** A form with a call. Errors of a 422 are shown at their fields, conflicts are merged, all others go to `onFailure`, else a toast. */
export function useCallForm(options: CallForm) {
  const { values, record = null, base, onConflict, onFailure = notifyError, isInline } = options;
  const form = useForm<FormValues>({ defaultValues: values });
  const [others, setOthers] = useState<string[]>([]);
  const state = useRef(formStateOf(record, base));
  const dispatch = (event: FormEvent) => {
    state.current = nextFormState(state.current, event);
  };

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    void submitTo(options.send);
  }

  /** Does nothing while a call is running, so that a form is not submitted twice. */
  async function submitTo(send: (values: FormValues) => Promise<void>) {
    if (state.current.phase !== 'idle') return;
    dispatch({ type: 'save' });
    clearErrors();
    try {
      await form.handleSubmit((input) => sendMerged(input, send).catch(showFailure))();
    } finally {
      dispatch({ type: 'settle' });
    }
  }

  /** Sends again what was merged after a conflict, and may meet another one then. */
  async function sendMerged(
    input: FormValues,
    send: (values: FormValues) => Promise<void>,
    merged: string[] = [],
  ): Promise<void> {
    // After the message of the save.
    const tell = (isSaved: boolean) => merged.length > 0 && setTimeout(notifyMerged, 0, merged, isSaved);
    try {
      await send(input);
      tell(true);
    } catch (error) {
      const isConflict = error instanceof CallError && error.status === 409 && error.data;
      const more = isConflict && onConflict ? await onConflict(error) : undefined;
      if (more) return sendMerged({ ...form.getValues() }, send, [...merged, ...more]);
      tell(false);
      if (more !== null) throw error;
    }
  }

  function clearErrors() {
    form.clearErrors();
    setOthers([]);
  }

  async function showFailure(error: unknown) {
    const unplaced = showServerErrors(form, error) ?? (isInline ? [messageOf(error)] : null);
    if (unplaced) setOthers(unplaced);
    else await onFailure(error);
  }

  return { form, submit, submitTo, showFailure, others, clearErrors, state, dispatch };
}

/** Shows the errors of a 422 at their fields. Returns those that belong to no field, or null for any other error. */
function showServerErrors(
  { setError, setFocus, getValues }: Pick<UseFormReturn, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): string[] | null {
  if (!(error instanceof CallError) || error.status !== 422) return null;
  const fieldNames = new Set(Object.keys(getValues()));
  const names = Object.keys(error.fields);
  for (const name of names.filter((name) => fieldNames.has(name))) {
    setError(name, { type: 'server', message: error.fields[name]?.[0] ?? error.message });
  }
  const first = names.find((name) => fieldNames.has(name));
  // After the messages are rendered, so that a screen reader reads them with the field.
  if (first) requestAnimationFrame(() => setFocus(first));
  const others = names.filter((name) => !fieldNames.has(name)).flatMap((name) => error.fields[name] ?? []);
  return names.length === 0 ? [error.message] : others;
}

/** The values that changed since they were sent, as the user may type on during the request. */
export function changedSince(
  { getValues }: Pick<UseFormReturn<FormValues>, 'getValues'>,
  sent: FormValues,
): FormValues {
  const now = Object.entries(typedValues({ getValues }));
  return Object.fromEntries(now.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])));
}

/** The editor reports changes with a delay, unless a `formdata` event asks for them. */
export function typedValues({ getValues }: Pick<UseFormReturn<FormValues>, 'getValues'>): FormValues {
  const typing = document.activeElement?.closest('form');
  if (typing) new FormData(typing);
  return getValues();
}

/** Merges values into the form and marks them dirty. */
export function mergeValues({ setValue }: Pick<UseFormReturn<FormValues>, 'setValue'>, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
}
