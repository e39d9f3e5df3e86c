import { type DemoRequestInput, demoFormKept, demoRequestFields } from './schema.ts';

/** Stored in this browser only, so that a closed tab or a lost connection loses nothing. */
export interface Draft {
  values: DemoRequestInput;
  /** Idempotency key of exactly these values: retries with it are stored once. */
  id: string;
  waiting: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** Maximum age in milliseconds: one week. */
const meantFor = 7 * 86_400_000;

export function loadDraft(): Draft | null {
  try {
    const kept: Partial<Draft> | null = JSON.parse(localStorage.getItem(demoFormKept) ?? 'null');
    if (!kept?.values || typeof kept.id !== 'string' || !(Date.now() - Number(kept.at) < meantFor)) return null;
    if (!demoRequestFields.every((field) => typeof kept.values?.[field] === 'string')) return null;
    return kept as Draft;
  } catch {
    return null;
  }
}

/** Unchanged values keep their id, so that a request that was already sent is not stored twice. */
export function saveDraft(values: DemoRequestInput, waiting: boolean, before: Draft | null): Draft {
  const kept = { values, waiting, at: Date.now(), id: before && same(before.values, values) ? before.id : newId() };
  try {
    localStorage.setItem(demoFormKept, JSON.stringify(kept));
  } catch {
    // Storage is unavailable; the form still works without it.
  }
  return kept;
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(demoFormKept);
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
