import type { FormValues } from './values.ts';

/** The parts of a record that tell a stale form. */
export interface RecordVersion {
  updated_at: string | null;
  pending?: { draft_at: string | null } | null;
  image?: string | null;
}

/** What the form of a record knows beside its values. Whether it is dirty is known by react-hook-form. */
export interface FormState {
  phase: 'idle' | 'saving';
  /** The version that was read, so that a save does not overwrite a newer one. */
  version: string | null;
  /** The version of the draft, if the form shows one. */
  draftAt: string | null;
  /** The values of the version that was read, from which a conflict is merged; null if they are unknown. */
  base: FormValues | null;
  /** How often the form was filled: a response to an earlier content must not change a later one. */
  generation: number;
}

export type FormEvent =
  | { type: 'fill'; record: RecordVersion | null; base: FormValues | null }
  | { type: 'restore'; version: string | null; draftAt?: string | null | undefined; base: FormValues | null }
  | { type: 'save' }
  | { type: 'merge'; record: RecordVersion; base: FormValues }
  | { type: 'settle' };

export function formStateOf(record: RecordVersion | null, base: FormValues | null = null): FormState {
  return { phase: 'idle', generation: 0, base, ...versionsOf(record) };
}

export function nextFormState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'fill':
      return { ...state, ...versionsOf(event.record), base: event.base, generation: state.generation + 1 };
    case 'restore': {
      const { version, draftAt = state.draftAt, base } = event;
      return { ...state, version, draftAt, base };
    }
    case 'save':
      return { ...state, phase: 'saving' };
    case 'merge':
      return { ...state, ...versionsOf(event.record), base: event.base };
    case 'settle':
      return { ...state, phase: 'idle' };
  }
}

/** What a copy of the form on the device needs, so that it can be merged later. */
export function versionIn({ version, draftAt, base }: FormState): Pick<FormState, 'version' | 'draftAt' | 'base'> {
  return { version, draftAt, base };
}

function versionsOf(record: RecordVersion | null): Pick<FormState, 'version' | 'draftAt'> {
  return { version: record?.updated_at ?? null, draftAt: record?.pending?.draft_at ?? null };
}
