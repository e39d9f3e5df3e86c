import type { FormValues } from '../call-form.tsx';

export interface DeviceDraft {
  path: string;
  recordId: number | null;
  /** The record's `updated_at` when the edit began. */
  version: string | null;
  /** Its draft and its values then; a copy from before these were kept has none. */
  draftAt?: string | null;
  base?: FormValues | null;
  /** Names the record, or what was to become a new one, when the draft is offered. */
  label: string;
  values: FormValues;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

const name = 'drafts';
/** Null where nobody is signed in: then nothing is stored. */
let owner: string | null = null;
let database: Promise<IDBDatabase> | null = null;

/** Sets the user whose drafts are read and written, as a device may have several users. */
export function setDraftOwner(userId: number): void {
  owner = String(userId);
}

export async function storeDeviceDraft(draft: DeviceDraft): Promise<boolean> {
  if (owner === null) return false;
  return (await run('readwrite', (store) => store.put(draft, keyOf(draft.path, draft.recordId)))) !== null;
}

/**
 * Saves a draft while the page unloads. IndexedDB may lose a write at that time, so the draft is also in `localStorage`
 * until IndexedDB has it. A draft that is too large for that is in IndexedDB only.
 */
export async function storeDraftOnUnload(draft: DeviceDraft): Promise<void> {
  if (owner === null) return;
  const name = storageKey(draft.path, draft.recordId);
  const text = JSON.stringify(draft);
  withStorage((storage) => storage.setItem(name, text));
  if (!(await storeDeviceDraft(draft))) return;
  withStorage((storage) => storage.getItem(name) === text && storage.removeItem(name));
}

export async function discardDeviceDraft(path: string, recordId: number | null): Promise<void> {
  withStorage((storage) => storage.removeItem(storageKey(path, recordId)));
  await run('readwrite', (store) => store.delete(keyOf(path, recordId)));
}

/** Whether there is unsaved text of anybody on this device, that of notes in this tab too. */
export async function hasDeviceDrafts(): Promise<boolean> {
  const count = await run('readonly', (store) => store.count());
  return Boolean(count) || [localStorage, sessionStorage].flatMap(Object.keys).some((key) => typed.test(key));
}

/** After a sign-out nobody else may read what was typed on this device; forms that are still open store nothing. */
export async function discardAllDrafts(): Promise<void> {
  owner = null;
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (typed.test(key)) storage.removeItem(key);
  await run('readwrite', (store) => store.clear());
}

const typed = /^(draft|note) of /;

/** The draft of one record, or of a new one; null without any. */
export async function loadDeviceDraft(path: string, recordId: number | null): Promise<DeviceDraft | null> {
  const unstored = withStorage((storage) => JSON.parse(storage.getItem(storageKey(path, recordId)) ?? 'null'));
  if (unstored) await storeDraftOnUnload(unstored);
  return (await run<DeviceDraft | undefined>('readonly', (store) => store.get(keyOf(path, recordId)))) ?? null;
}

function withStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch (error) {
    console.warn('A draft is not laid aside in this browser.', error);
    return null;
  }
}

function storageKey(path: string, recordId: number | null): string {
  return `draft of ${owner}: ${path}, ${recordId ?? 'new'}`;
}

function keyOf(path: string, recordId: number | null): IDBValidKey {
  return [String(owner), path, recordId ?? 'new'];
}

/** Without IndexedDB only drafts are lost, never the form: returns null. */
async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  try {
    const transaction = (await open()).transaction(name, mode);
    const request = act(transaction.objectStore(name));
    // Commit explicitly: an unloading page would abort an open transaction. Chromium 109 would then end one before what it reads.
    if (mode === 'readwrite') transaction.commit();
    await ended(transaction);
    return request.result;
  } catch (error) {
    console.warn('Drafts are not kept in this browser.', error);
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  if (!database) {
    database = new Promise((resolve, reject) => {
      const request = indexedDB.open('prangon', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.catch(() => {
      database = null;
    });
  }
  return database;
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
