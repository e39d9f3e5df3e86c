import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { changedSince, mergeValues, useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';

interface OnlyRecord<T> {
  path: string;
  record: T;
  valuesOf: (record: T) => FormValues;
  bodyOf?: (values: FormValues) => object;
  onSite?: string;
  /** Called before the form is filled with a saved or a newer record. */
  onShow?: (record: T) => void;
}

/** The form of a singleton. It sends the version that was read, so that nothing newer is overwritten. */
export function useOnlyRecord<T extends { updated_at: string | null }>(options: OnlyRecord<T>) {
  const { path, record, valuesOf, bodyOf = (values) => values, onSite, onShow } = options;
  const queries = useQueryClient();
  const { form, submit, submitTo, others, state, dispatch } = useCallForm<T>({
    values: valuesOf(record),
    record,
    send,
    onNewer: (newer) => show(newer),
    onFailure: notifyError,
  });

  async function send(values: FormValues): Promise<void> {
    const body = { ...bodyOf(values), updated_at: state.current.version };
    const { data, message } = await api.put<Written<T>>(path, body);
    show(data, changedSince(form, values));
    notifyDone(message, onSite);
  }

  /** Saves these fields alone; what was typed in others stays in the form. */
  function submitOnly(names: readonly string[]): void {
    const saved = form.formState.defaultValues as FormValues;
    void submitTo((values) =>
      send({ ...saved, ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])) }),
    );
  }

  function show(data: T, pendingInput: FormValues = {}): void {
    dispatch({ type: 'fill', record: data });
    queries.setQueryData([path], { data });
    onShow?.(data);
    form.reset(valuesOf(data));
    mergeValues(form, pendingInput);
  }

  return { form, submit, submitOnly, others, dirty: form.formState.isDirty, state, dispatch };
}
