import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { mergeValues } from '../use-call-form.ts';
import type { FormValues } from '../values.ts';
import {
  type DeviceDraft,
  discardDeviceDraft,
  loadDrafts,
  storeDeviceDraft,
  storeDraftOnUnload,
} from './draft-store.ts';

/** The minimum interval between two saves, in milliseconds. */
const every = 1_000;

type Description = Omit<DeviceDraft, 'values' | 'savedAt'>;

/** Saves a draft of a changed form within a second of each change and on page hide. Returns when it was last saved. */
export function useDraft(form: UseFormReturn<FormValues>, describe: () => Description) {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [copy] = useState(() => new Copy(form, setSavedAt));
  copy.describe = describe;
  useEffect(() => copy.follow(), [copy]);
  return {
    keptAt: savedAt,
    /** Cancels a pending save; the caller deletes the stored draft. */
    discardDraft: copy.discardDraft,
    flushDraft: copy.flushDraft,
  };
}

class Copy {
  describe!: () => Description;
  readonly #form: UseFormReturn<FormValues>;
  readonly #onKept: (at: number | null) => void;
  /** The record of the changed text: the form may show another one by the time it is saved. */
  #changed: Description | null = null;
  #dirty = false;
  #timer = 0;

  constructor(form: UseFormReturn<FormValues>, onSaved: (at: number | null) => void) {
    this.#form = form;
    this.#onKept = onSaved;
  }

  follow(): () => void {
    // Subscribes to the form instead of rendering: an unloading page does not render any more.
    const unsubscribe = this.#form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty = false }) => this.#hear(isDirty),
    });
    addEventListener('pagehide', this.#keepOnLeaving);
    document.addEventListener('visibilitychange', this.#keepOnLeaving);
    return () => {
      unsubscribe();
      removeEventListener('pagehide', this.#keepOnLeaving);
      document.removeEventListener('visibilitychange', this.#keepOnLeaving);
      this.#keepOnLeaving();
    };
  }

  discardDraft = (): void => {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#changed = null;
    this.#onKept(null);
  };

  flushDraft = (): void => {
    this.#keepOnLeaving();
    this.discardDraft();
  };

  #hear(isDirty: boolean): void {
    this.#dirty = isDirty;
    if (!isDirty) return;
    this.#changed = this.describe();
    this.#timer ||= window.setTimeout(this.#keep, every);
  }

  #keep = async (): Promise<void> => {
    const draft = this.#draft();
    if (draft && (await storeDeviceDraft(draft)) && this.#changed) this.#onKept(draft.savedAt);
  };

  /** Saves an unchanged draft again, as another tab may have deleted it after saving the record. */
  #keepOnLeaving = (): void => {
    const draft = this.#draft();
    if (draft) void storeDraftOnUnload(draft);
  };

  #draft(): DeviceDraft | null {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#dirty || !this.#changed) return null;
    return { ...this.#changed, values: this.#form.getValues(), savedAt: Date.now() };
  }
}

/** Saves drafts of a form with a fixed record and offers a stored one; `onTake` is called when it is restored. */
export function useOfferedDraft(
  form: UseFormReturn<FormValues>,
  describe: () => Omit<DeviceDraft, 'values' | 'savedAt'>,
  onTake?: (draft: DeviceDraft) => void,
) {
  const { path, recordId } = describe();
  const draft = useDraft(form, describe);
  const [offered, setOffered] = useState<DeviceDraft | null>(null);
  useEffect(() => {
    void loadDrafts(path).then(([latest]) => setOffered(latest ?? null));
  }, [path]);

  function take(): void {
    if (!offered) return;
    onTake?.(offered);
    mergeValues(form, offered.values);
    setOffered(null);
  }

  function discardDraft(): void {
    draft.discardDraft();
    setOffered(null);
    void discardDeviceDraft(path, recordId);
  }

  const offer = offered && !form.formState.isDirty ? { draft: offered, onTake: take, onDrop: discardDraft } : null;
  return { offer, forget: discardDraft };
}
