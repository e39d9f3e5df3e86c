import type { FormValues } from '../values.ts';

export interface Draft {
  path: string;
  recordId: number | null;
  /** The record's `updated_at` when the edit began. */
  version: string | null;
  /** The record's title, shown when the draft is offered. */
  label: string;
  values: FormValues;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

const name = 'drafts';
let owner = 'nobody';
let opened: Promise<IDBDatabase> | null = null;

/** Sets the user whose drafts are read and written, as a device may have several users. */
export function setDraftOwner(userId: number): void {
  owner = String(userId);
}

export async function keepDraft(draft: Draft): Promise<boolean> {
  return (await run('readwrite', (store) => store.put(draft, keyOf(draft.path, draft.recordId)))) !== null;
}

/**
 * Saves a draft while the page unloads. IndexedDB may lose a write at that time, so the draft is also in `localStorage`
 * until IndexedDB has it. A draft that is too large for that is in IndexedDB only.
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

export async function draftsOf(path: string): Promise<Draft[]> {
  for (const draft of draftsAside(path)) await keepDraftOnLeaving(draft);
  const range = IDBKeyRange.bound([owner, path], [owner, path, []]);
  const drafts = await run<Draft[]>('readonly', (store) => store.getAll(range));
  return (drafts ?? []).sort((a, b) => b.savedAt - a.savedAt);
}

/** Drafts in `localStorage` that did not reach IndexedDB. */
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

/** Without IndexedDB only drafts are lost, never the form: returns null. */
async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const transaction = (await open()).transaction(name, mode);
    const request = act(transaction.objectStore(name));
    // Commit explicitly: an unloading page would abort an open transaction.
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
