import { type DemoRequestInput, demoFormKept, demoRequestFields } from './schema.ts';

/** What a visitor typed, in this browser only: it survives a closed tab and a lost connection. */
export interface Draft {
  values: DemoRequestInput;
  /** Its idempotency key: one request at the server, however often it comes. It belongs to these values. */
  id: string;
  /** It was to be sent, and has not arrived as far as we know. */
  waiting: boolean;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
}

/** After a week nobody means it any more; in milliseconds. */
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

/** Keeps what is typed now. The same values keep their id, so that whatever was sent of them already is not sent anew. */
export function saveDraft(values: DemoRequestInput, waiting: boolean, before: Draft | null): Draft {
  const kept = { values, waiting, at: Date.now(), id: before && same(before.values, values) ? before.id : newId() };
  try {
    localStorage.setItem(demoFormKept, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still sends what it shows.
  }
  return kept;
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(demoFormKept);
  } catch {
    // Nothing was kept.
  }
}

function same(one: DemoRequestInput, other: DemoRequestInput): boolean {
  return demoRequestFields.every((field) => one[field] === other[field]);
}

/** `crypto.randomUUID` is there on https only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
