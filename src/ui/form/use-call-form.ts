import { type SubmitEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CallError } from '../admin/calls/call-error.ts';
import { askConflictChoice } from '../admin/dialog/ask.ts';
import { type FormEvent, formStateOf, nextFormState, type RecordVersion } from './form-state.ts';
import type { FormValues } from './values.ts';

interface CallForm<R extends RecordVersion> {
  values: FormValues;
  /** The record in the form, if it is of one. */
  record?: R;
  send: (values: FormValues) => Promise<void>;
  /** Shows the record of a 409, which somebody else saved, in place of the input. */
  onNewer?: (newer: R) => void;
  onFailure: (error: unknown) => unknown;
}

/** A form with a call. Errors of a 422 are shown at their fields, conflicts are resolved, all others go to `onFailure`. */
export function useCallForm<R extends RecordVersion>(options: CallForm<R>) {
  const { values, record = null, onNewer, onFailure } = options;
  const form = useForm<FormValues>({ defaultValues: values });
  const [others, setOthers] = useState<string[]>([]);
  const state = useRef(formStateOf(record));
  const dispatch = (event: FormEvent) => {
    state.current = nextFormState(state.current, event);
  };

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    void submitTo(options.send);
  }

  /** Does nothing while a call is running, so that a form is not submitted twice. */
  async function submitTo(send: (values: FormValues) => Promise<void>): Promise<void> {
    if (state.current.phase !== 'idle') return;
    dispatch({ type: 'save' });
    clearErrors();
    try {
      await form.handleSubmit((input) => send(input).catch(showFailure))();
    } finally {
      dispatch({ type: 'settle' });
    }
  }

  function clearErrors(): void {
    form.clearErrors();
    setOthers([]);
  }

  async function showFailure(error: unknown): Promise<void> {
    const unplaced = showServerErrors(form, error);
    if (unplaced) setOthers(unplaced);
    else if (onNewer && error instanceof CallError && error.status === 409 && error.data) {
      const newer = error.data as R;
      dispatch({ type: 'conflict', newer });
      if (await askConflictChoice(error.message)) onNewer(newer);
    } else await onFailure(error);
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
  // The editor reports changes with a delay, unless a `formdata` event asks for them.
  const typing = document.activeElement?.closest('form');
  if (typing) new FormData(typing);
  const now = Object.entries(getValues());
  return Object.fromEntries(now.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])));
}

/** Merges values into the form and marks them dirty. */
export function mergeValues({ setValue }: Pick<UseFormReturn<FormValues>, 'setValue'>, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
}

/**
 * The idempotency key for creating a record: a retry with the same values has the same key; other values, or the next
 * record, have a new one.
 */
export function useCreationKey() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return {
    keyOf: (values: unknown): string => {
      const text = JSON.stringify(values);
      if (last.current?.text !== text) last.current = { text, key: randomKey() };
      return last.current.key;
    },
    forget: (): void => {
      last.current = null;
    },
  };
}

/** `crypto.randomUUID` needs a secure context. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
