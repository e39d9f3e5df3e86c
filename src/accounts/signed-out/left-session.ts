import { calls } from '#paths.ts';

/** The name of the island that says how a sign-out went; the loader brings that island where it finds this in a storage. */
export const signedOutKept = 'signed-out-notice';

/** Keeps the token of a session that the server could not be asked to end, for the next page that can ask. */
export function leaveSession(token: string): void {
  keep(() => localStorage.setItem(signedOutKept, token));
}

export function isSessionLeft(): boolean {
  return keep(() => localStorage.getItem(signedOutKept)) != null;
}

/** Ends the session that was left, if there is one. Answers whether none is left now. */
export async function endLeftSession(): Promise<boolean> {
  const token = keep(() => localStorage.getItem(signedOutKept));
  if (token == null) return true;
  const answer = await fetch(calls.logout, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: '{}',
  }).catch((error) => console.error(error));
  // Whom the server knows no more has no session.
  const isEnded = answer?.ok || answer?.status === 401;
  if (isEnded) keep(() => localStorage.removeItem(signedOutKept));
  return isEnded ?? false;
}

/** A browser that keeps nothing for us has nothing left either. */
function keep<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
