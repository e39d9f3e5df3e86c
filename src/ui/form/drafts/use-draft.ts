import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormValues } from '../values.ts';
import { type Draft, keepDraft } from './draft-store.ts';

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
