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

export async function keepDraft(draft: Draft): Promise<void> {
  await run('readwrite', (store) => store.put(draft, keyOf(draft.path, draft.recordId)));
}

export async function dropDraft(path: string, recordId: number | null): Promise<void> {
  await run('readwrite', (store) => store.delete(keyOf(path, recordId)));
}

/** The drafts of one form, the latest first. */
export async function draftsOf(path: string): Promise<Draft[]> {
  const range = IDBKeyRange.bound([owner, path], [owner, path, []]);
  const drafts = await run<Draft[]>('readonly', (store) => store.getAll(range));
  return (drafts ?? []).sort((a, b) => b.savedAt - a.savedAt);
}

function keyOf(path: string, recordId: number | null): IDBValidKey {
  return [owner, path, recordId ?? 'new'];
}

/** A browser that keeps nothing for us loses drafts, never the form: null then. */
async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const store = (await open()).transaction(name, mode).objectStore(name);
    return await settled<T>(act(store));
  } catch (error) {
    console.warn('Drafts are not kept in this browser.', error);
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  if (!opened) {
    const request = indexedDB.open('prangon', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(name);
    opened = settled<IDBDatabase>(request);
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

function settled<T>(request: IDBRequest): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
