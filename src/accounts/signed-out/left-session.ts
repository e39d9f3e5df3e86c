import { calls } from '#paths.ts';

/** The island of the sign-out notice; the loader loads it if a storage has this key. */
export const signedOutKept = 'signed-out-notice';

/** Stores the token of a session that the server could not be asked to end, for a later page. */
export function leaveSession(token: string): void {
  keep(() => localStorage.setItem(signedOutKept, token));
}

export function isSessionLeft(): boolean {
  return keep(() => localStorage.getItem(signedOutKept)) != null;
}

/** Ends the stored session, if there is one. Returns whether none is left. */
export async function endLeftSession(): Promise<boolean> {
  const token = keep(() => localStorage.getItem(signedOutKept));
  if (token == null) return true;
  const answer = await fetch(calls.logout, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: '{}',
  }).catch((error) => console.error(error));
  // A 401 means that the session has already ended.
  const isEnded = answer?.ok || answer?.status === 401;
  if (isEnded) keep(() => localStorage.removeItem(signedOutKept));
  return isEnded ?? false;
}

/** Storage may be disabled; then there is nothing to store or read. */
function keep<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
