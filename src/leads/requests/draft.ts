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

/** Maximum age in milliseconds: one week. */
const maxAge = 7 * 86_400_000;

export function loadDraft(): DemoFormDraft | null {
  try {
    const stored: Partial<DemoFormDraft> | null = JSON.parse(localStorage.getItem(draftStorageKey) ?? 'null');
    if (!stored?.values || typeof stored.id !== 'string' || !(Date.now() - Number(stored.at) < maxAge)) return null;
    if (!demoRequestFields.every((field) => typeof stored.values?.[field] === 'string')) return null;
    return stored as DemoFormDraft;
  } catch {
    return null;
  }
}

/** Unchanged values keep their id, so that a request that was already sent is not stored twice. */
export function storeFormDraft(
  values: DemoRequestInput,
  waiting: boolean,
  before: DemoFormDraft | null,
): DemoFormDraft {
  const draft = { values, waiting, at: Date.now(), id: before && same(before.values, values) ? before.id : newId() };
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
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
