import { type SubmitEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CallError } from '../admin/calls/call-error.ts';
import type { FormValues } from './values.ts';

/** A form that makes one call. What a 422 says comes up under the fields, everything else goes to `onFailure`. */
export function useCallForm(options: {
  values: FormValues;
  send: (values: FormValues) => Promise<void>;
  onFailure: (error: unknown) => void;
}) {
  const form = useForm<FormValues>({ defaultValues: options.values });
  const [others, setOthers] = useState<string[]>([]);
  const once = useOneAtATime();

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    void once(send);
  }

  async function send(): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async (values) => {
      try {
        await options.send(values);
      } catch (error) {
        const unplaced = showServerErrors(form, error);
        if (unplaced) setOthers(unplaced);
        else options.onFailure(error);
      }
    })();
  }

  return { form, submit, others };
}

/** Runs what it is given unless the last one still runs: a form on its way is not sent again by another key. */
export function useOneAtATime(): (act: () => Promise<void>) => Promise<void> {
  const busy = useRef(false);
  return async (act) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await act();
    } finally {
      busy.current = false;
    }
  };
}

/**
 * Puts what a 422 says under its fields. Answers what no field of the form can show, or null where the error is no such
 * refusal.
 */
export function showServerErrors(
  { setError, setFocus, getValues }: Pick<UseFormReturn, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): string[] | null {
  if (!(error instanceof CallError) || error.status !== 422) return null;
  const known = new Set(Object.keys(getValues()));
  const names = Object.keys(error.fields);
  for (const name of names.filter((name) => known.has(name))) {
    setError(name, { type: 'server', message: error.fields[name]?.[0] ?? error.message });
  }
  const first = names.find((name) => known.has(name));
  // After the messages are drawn, so that the field is read out with its own.
  if (first) requestAnimationFrame(() => setFocus(first));
  const others = names.filter((name) => !known.has(name)).flatMap((name) => error.fields[name] ?? []);
  return names.length === 0 ? [error.message] : others;
}

/** What a form holds that was not sent: somebody typed on while that was on its way. */
export function typedSince({ getValues }: Pick<UseFormReturn<FormValues>, 'getValues'>, sent: FormValues): FormValues {
  // The editor tells of a key a moment after it, or when it is asked.
  const typing = document.activeElement?.closest('form');
  if (typing) new FormData(typing);
  const now = Object.entries(getValues());
  return Object.fromEntries(now.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])));
}

/** Lays values over what a form holds, as if they were typed. */
export function layOver({ setValue }: Pick<UseFormReturn<FormValues>, 'setValue'>, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
}

/**
 * The key under which a form's record is created: the same text sent again, because the answer was lost, makes no second
 * record; another text, or the next record, has another key.
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

/** `crypto.randomUUID` is not there on plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
