/** The parts of a record that tell a stale form. */
export interface RecordVersion {
  updated_at: string | null;
  pending?: { draft_at: string | null } | null;
}

/** What the form of a record knows beside its values. Whether it is dirty is known by react-hook-form. */
export interface FormState {
  phase: 'idle' | 'saving' | 'conflict';
  /** The version that was read, so that a save does not overwrite a newer one. */
  version: string | null;
  /** The version of the draft, if the form shows one. */
  draftAt: string | null;
  /** How often the form was filled: a response to an earlier content must not change a later one. */
  generation: number;
}

export type FormEvent =
  | { type: 'fill'; record: RecordVersion | null }
  | { type: 'restore'; version: string | null }
  | { type: 'save' }
  | { type: 'conflict'; newer: RecordVersion }
  | { type: 'settle' };

export function formStateOf(record: RecordVersion | null): FormState {
  return { phase: 'idle', generation: 0, ...versionsOf(record) };
}

export function nextFormState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'fill':
      return { ...state, ...versionsOf(event.record), generation: state.generation + 1 };
    case 'restore':
      return { ...state, version: event.version };
    case 'save':
      return { ...state, phase: 'saving' };
    case 'conflict':
      // Whichever text the user keeps, the next save replaces the newer one.
      return { ...state, ...versionsOf(event.newer), phase: 'conflict' };
    case 'settle':
      return { ...state, phase: 'idle' };
  }
}

function versionsOf(record: RecordVersion | null): Pick<FormState, 'version' | 'draftAt'> {
  return { version: record?.updated_at ?? null, draftAt: record?.pending?.draft_at ?? null };
}
