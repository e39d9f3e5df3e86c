import { calls } from '#paths.ts';

/** The island of the sign-out notice; the loader loads it if a storage has this key. */
const signedOutKey = 'signed-out-notice';

/** Stores the token of a session that the server could not be asked to end, for a later page. */
export function storeUnendedSession(token: string): void {
  tryStorage(() => localStorage.setItem(signedOutKey, token));
}

export function hasUnendedSession(): boolean {
  return tryStorage(() => localStorage.getItem(signedOutKey)) != null;
}

/** Ends the stored session, if there is one. Returns whether none is left. */
export async function endStoredSession(): Promise<boolean> {
  const token = tryStorage(() => localStorage.getItem(signedOutKey));
  if (token == null) return true;
  const isEnded = await fetch(calls.logout, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: '{}',
  })
    // A 401 means that the session has already ended. Without a message it is not of our server.
    .then(async (answer) => (answer.ok || answer.status === 401) && 'message' in (await answer.json()))
    .catch((error) => console.error(error));
  if (isEnded) tryStorage(() => localStorage.removeItem(signedOutKey));
  return isEnded ?? false;
}

/** Storage may be disabled; then there is nothing to store or read. */
function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Stores in this window that the user signed out, for the next public page to show. */
export function storeSignedOutNotice(): void {
  try {
    sessionStorage.setItem(signedOutKey, 'yes');
  } catch {
    // Storage is disabled: no notice is shown.
  }
}

/** Whether the user has just signed out in this window; true only once. */
export function takeSignedOutNotice(): boolean {
  const wasLeft = sessionStorage.getItem(signedOutKey) !== null;
  sessionStorage.removeItem(signedOutKey);
  return wasLeft;
}
