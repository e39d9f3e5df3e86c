import { History } from 'lucide-react';
import { createContext, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { timeOfDay } from '../../admin/dates.ts';
import type { FormValues } from '../call-form.tsx';
import {
  type DeviceDraft,
  discardDeviceDraft,
  loadDeviceDraft,
  storeDeviceDraft,
  storeDraftOnUnload,
} from './draft-store.ts';

/** The minimum interval between two saves, in milliseconds. */
const every = 1_000;

type Description = Omit<DeviceDraft, 'values' | 'savedAt'>;

/**
 * Saves a draft of a changed form within a second of each change and on page hide, and offers it again in the unchanged
 * form of the same record; that of a new record in the form of a new one. `onTake` restores it. Nothing is saved of a
 * form that holds secrets.
 */
export function useDeviceDraft(
  form: UseFormReturn<FormValues>,
  describe: () => Description,
  onTake: (draft: DeviceDraft) => void,
  hasSecrets = false,
) {
  const { path, recordId } = describe();
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [offered, setOffered] = useState<DeviceDraft | null>(null);
  const [copy] = useState(() => new Copy(form, setSavedAt));
  copy.describe = hasSecrets ? () => null : describe;
  useEffect(() => copy.follow(), [copy]);
  useEffect(() => {
    let isShown = true;
    void loadDeviceDraft(path, recordId).then((draft) => isShown && setOffered(draft));
    return () => {
      isShown = false;
    };
  }, [path, recordId]);
  // The form may show another record since.
  const isOfRecord = offered?.path === path && offered.recordId === recordId;

  function drop() {
    if (isOfRecord) setOffered(null);
    void discardDeviceDraft(path, recordId);
  }

  return {
    savedAt,
    offer:
      isOfRecord && !form.formState.isDirty
        ? {
            draft: offered,
            onTake: () => {
              setOffered(null);
              onTake(offered);
            },
            onDrop: drop,
          }
        : null,
    flush: copy.flush,
    discard: () => {
      copy.cancel();
      drop();
    },
  };
}

class Copy {
  describe!: () => Description | null;
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

  cancel = (): void => {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#changed = null;
    this.#onKept(null);
  };

  flush = (): void => {
    this.#keepOnLeaving();
    this.cancel();
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

export function DraftOffer({ draft, onTake, onDrop }: { draft: DeviceDraft; onTake: () => void; onDrop: () => void }) {
  return (
    <div className="notice notice-draft error-summary draft-offer" role="status">
      <History />
      <p>
        {draft.recordId === null
          ? `Unsaved ${draft.label || t('text')}, ${timeOfDay(draft.savedAt)}`
          : `Unsaved text for ‘${draft.label}’ from ${timeOfDay(draft.savedAt)} is on this device.`}
      </p>
      <span>
        <button type="button" className="button button-text button-small" onClick={onDrop}>
          Discard
        </button>
        <button type="button" className="button button-quiet button-small" onClick={onTake}>
          Restore
        </button>
      </span>
    </div>
  );
}

/** When the form was last saved on this device, for the field that shows it. */
export const DraftSavedAt = createContext<number | null>(null);
