import { type DemoRequestInput, demoRequestFields, draftStorageKey } from './schema.ts';

/** Stored in this browser only, so that a closed tab or a lost connection loses nothing. */
export interface DemoFormDraft {
  values: DemoRequestInput;
  /** Idempotency key of exactly these values: retries with it are stored once. */
  id: string;
  waiting: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** Maximum age in milliseconds: one day. */
const maxAge = 86_400_000;

export function loadDraft(): DemoFormDraft | null {
  try {
    const stored: Partial<DemoFormDraft> | null = JSON.parse(localStorage.getItem(draftStorageKey) ?? 'null');
    const isValid =
      typeof stored?.id === 'string' && demoRequestFields.every((field) => typeof stored.values?.[field] === 'string');
    if (isValid && Date.now() - Number(stored.at) < maxAge) return stored as DemoFormDraft;
    clearDraft();
  } catch {
    // Storage is unavailable, or holds something else.
  }
  return null;
}

/** Unchanged values keep their id and age, so that a request that was already sent is not stored twice. */
export function storeFormDraft(
  values: DemoRequestInput,
  waiting: boolean,
  before: Omit<DemoFormDraft, 'waiting'> | null,
): DemoFormDraft {
  const { id, at } = before && same(before.values, values) ? before : { id: newId(), at: Date.now() };
  const draft = { values, waiting, at, id };
  try {
    localStorage.setItem(draftStorageKey, JSON.stringify(draft));
  } catch {
    // Storage is unavailable; the form still works without it.
  }
  return draft;
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(draftStorageKey);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

function same(one: DemoRequestInput, other: DemoRequestInput): boolean {
  return demoRequestFields.every((field) => one[field] === other[field]);
}

/** `crypto.randomUUID` needs a secure context. */
function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
