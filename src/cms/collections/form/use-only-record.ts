import { useQueryClient } from '@tanstack/react-query';
import { api, postToSite, type Written } from '#ui/admin/calls/api.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { changedSince, type FormValues, mergeValues, type RecordVersion, useCallForm } from '#ui/form/call-form.tsx';
import { withImage } from '#ui/form/merge.ts';
import { mergeConflict, notifyMergedSave } from './use-record-form.ts';

interface OnlyRecord<T> {
  path: string;
  record: T;
  valuesOf: (record: T) => FormValues;
  bodyOf?: (values: FormValues) => object;
  onSite?: string;
  /** Called before the form is filled with a saved record. */
  onShow?: (record: T) => void;
}

/** The form of a singleton. It sends the version that was read, so that nothing newer is overwritten. */
export function useOnlyRecord<T extends RecordVersion>(options: OnlyRecord<T>) {
  const { path, record, valuesOf, bodyOf = (values) => values, onSite, onShow } = options;
  const queries = useQueryClient();
  const baseOf = (data: T) => withImage(valuesOf(data), data.image);
  const { form, submit, submitTo, others, state, dispatch } = useCallForm({
    values: valuesOf(record),
    record,
    base: baseOf(record),
    send,
    onConflict: (conflict) => mergeConflict({ form, state, dispatch }, conflict, { valuesOf }),
  });

  async function send(values: FormValues) {
    const body = { ...bodyOf(values), updated_at: state.current.version };
    const written = await api.put<Written<T>>(path, body);
    show(written.data, changedSince(form, values));
    notifyDone(written.message, onSite);
    void notifyMergedSave(form, written);
  }

  /** Saves these fields alone; what was typed in others stays in the form. */
  function submitOnly(names: readonly string[]) {
    void submitTo((values) => {
      const saved = { ...state.current.base, ...('image' in values && { image: '' }) };
      return send({ ...saved, ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])) });
    });
  }

  function show(data: T, pendingInput: FormValues) {
    dispatch({ type: 'fill', record: data, base: baseOf(data) });
    queries.setQueryData([path], { data });
    onShow?.(data);
    form.reset(valuesOf(data));
    mergeValues(form, pendingInput);
    if (Object.keys(pendingInput).length === 0) postToSite('closed');
  }

  return { form, submit, submitOnly, others, dirty: form.formState.isDirty, state, dispatch };
}
