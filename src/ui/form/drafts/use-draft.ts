import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormValues } from '../values.ts';
import { type Draft, draftsOf, dropDraft, keepDraft } from './draft-store.ts';

/** At most so often is a copy kept, in milliseconds. */
const every = 1_000;

/**
 * Keeps a copy of a form while it differs from what is saved, within a second of each change and when the page goes
 * away. Answers when the last copy was kept.
 */
export function useDraft(
  form: UseFormReturn<FormValues>,
  describe: () => Omit<Draft, 'values' | 'savedAt'>,
): { keptAt: number | null; forget: () => void } {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const latest = useRef({ describe, dirty: false });
  latest.current = { describe, dirty: form.formState.isDirty };
  const timer = useRef(0);

  useEffect(() => {
    const keep = () => {
      timer.current = 0;
      if (!latest.current.dirty) return;
      const savedAt = Date.now();
      void keepDraft({ ...latest.current.describe(), values: form.getValues(), savedAt });
      setKeptAt(savedAt);
    };
    const keepNow = () => {
      if (!timer.current) return;
      clearTimeout(timer.current);
      keep();
    };
    const { unsubscribe } = form.watch(() => {
      timer.current ||= window.setTimeout(keep, every);
    });
    addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      unsubscribe();
      removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      // Leaving for another screen: what was typed in the last second is kept too.
      keepNow();
    };
  }, [form]);

  return {
    keptAt,
    /** Stops a copy that is on its way; what was kept before is dropped by the caller. */
    forget: () => {
      clearTimeout(timer.current);
      timer.current = 0;
      setKeptAt(null);
    },
  };
}

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
