import type { FormValues } from '../values.ts';

/** What somebody typed and has not saved, kept on this device. */
export interface Draft {
  /** The call that the form writes to. */
  path: string;
  /** The record that is edited; null for a new one. */
  recordId: number | null;
  /** `updated_at` of the record when the edit began. */
  version: string | null;
  /** What the record is called, for the offer to take it up again. */
  label: string;
  values: FormValues;
  /** Milliseconds since 1970. */
  savedAt: number;
}

const name = 'drafts';
let owner = 'nobody';
let opened: Promise<IDBDatabase> | null = null;

/** Whose drafts are read and written from now on: a device may have several users. */
export function setDraftOwner(userId: number): void {
  owner = String(userId);
}

/** Answers whether the draft is on the device. */
export async function keepDraft(draft: Draft): Promise<boolean> {
  return (await run('readwrite', (store) => store.put(draft, keyOf(draft.path, draft.recordId)))) !== null;
}

/**
 * Keeps a draft while the page goes away. The database may lose what it is told then, so the draft lies aside, where
 * writing is done at once, until the database has it. What is too large for that place has only the database.
 */
export async function keepDraftOnLeaving(draft: Draft): Promise<void> {
  const name = asideOf(draft.path, draft.recordId);
  const text = JSON.stringify(draft);
  aside((place) => place.setItem(name, text));
  if (!(await keepDraft(draft))) return;
  aside((place) => place.getItem(name) === text && place.removeItem(name));
}

export async function dropDraft(path: string, recordId: number | null): Promise<void> {
  aside((place) => place.removeItem(asideOf(path, recordId)));
  await run('readwrite', (store) => store.delete(keyOf(path, recordId)));
}

/** The drafts of one form, the latest first. */
export async function draftsOf(path: string): Promise<Draft[]> {
  for (const draft of draftsAside(path)) await keepDraftOnLeaving(draft);
  const range = IDBKeyRange.bound([owner, path], [owner, path, []]);
  const drafts = await run<Draft[]>('readonly', (store) => store.getAll(range));
  return (drafts ?? []).sort((a, b) => b.savedAt - a.savedAt);
}

/** What pages laid aside as they went away, and the database has not. */
function draftsAside(path: string): Draft[] {
  const drafts = aside((place) => {
    const names = Object.keys(place).filter((key) => key.startsWith(asideOf(path)));
    return names.map((key): Draft => JSON.parse(place.getItem(key) ?? ''));
  });
  return drafts ?? [];
}

function aside<T>(act: (place: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch (error) {
    console.warn('A draft is not laid aside in this browser.', error);
    return null;
  }
}

function asideOf(path: string, recordId?: number | null): string {
  const form = `draft of ${owner}: ${path}, `;
  return recordId === undefined ? form : `${form}${recordId ?? 'new'}`;
}

function keyOf(path: string, recordId: number | null): IDBValidKey {
  return [owner, path, recordId ?? 'new'];
}

/** A browser that keeps nothing for us loses drafts, never the form: null then. */
async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const transaction = (await open()).transaction(name, mode);
    const request = act(transaction.objectStore(name));
    // Not by itself after the answer: the page may be gone by then, and with it what it wrote.
    transaction.commit();
    await ended(transaction);
    return request.result;
  } catch (error) {
    console.warn('Drafts are not kept in this browser.', error);
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  if (!opened) {
    const request = indexedDB.open('prangon', 1);
    const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
    request.onupgradeneeded = () => request.result.createObjectStore(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    opened = promise;
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

function ended(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
  return promise;
}
