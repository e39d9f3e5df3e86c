import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { askConflictChoice } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
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

/**
 * The form of a singleton. It sends the version that was read, so that nothing newer is overwritten, and confirms
 * before unsaved input is lost.
 */
export function useOnlyRecord<T extends { updated_at: string | null }>(options: OnlyRecord<T>) {
  const { path, record, valuesOf, bodyOf = (values) => values, onSite, onShow } = options;
  const queries = useQueryClient();
  const version = useRef(record.updated_at);
  const { form, submit, others } = useCallForm({
    values: valuesOf(record),
    send: async (values) => {
      const { data, message } = await api.put<Written<T>>(path, { ...bodyOf(values), updated_at: version.current });
      show(data, changedSince(form, values));
      notifyDone(message, onSite);
    },
    onFailure: async (error) => {
      if (!(error instanceof CallError && error.status === 409 && error.data)) return notifyFailed(messageOf(error));
      const newer = error.data as T;
      if (await askConflictChoice(error.message)) show(newer);
      else version.current = newer.updated_at;
    },
  });

  function show(data: T, pendingInput: FormValues = {}): void {
    version.current = data.updated_at;
    queries.setQueryData([path], { data });
    onShow?.(data);
    form.reset(valuesOf(data));
    mergeValues(form, pendingInput);
  }

  return { form, submit, others, dirty: form.formState.isDirty, version };
}
