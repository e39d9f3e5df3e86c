import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormValues } from '../values.ts';
import { type Draft, draftsOf, dropDraft } from './draft-store.ts';
import { useDraft } from './use-draft.ts';

/** Keeps a draft of a form that is always for the same record, and offers what was kept before; `onTake` hears of that. */
export function useOfferedDraft(
  form: UseFormReturn<FormValues>,
  describe: () => Omit<Draft, 'values' | 'savedAt'>,
  onTake?: (draft: Draft) => void,
) {
  const { path, recordId } = describe();
  const draft = useDraft(form, describe);
  const [offered, setOffered] = useState<Draft | null>(null);
  useEffect(() => {
    void draftsOf(path).then(([latest]) => setOffered(latest ?? null));
  }, [path]);

  function take(): void {
    if (!offered) return;
    for (const [name, value] of Object.entries(offered.values)) form.setValue(name, value, { shouldDirty: true });
    onTake?.(offered);
    setOffered(null);
  }

  function forget(): void {
    draft.forget();
    setOffered(null);
    void dropDraft(path, recordId);
  }

  const offer = offered && !form.formState.isDirty ? { draft: offered, onTake: take, onDrop: forget } : null;
  return { offer, forget };
}
