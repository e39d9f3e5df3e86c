import { signedOutKept as key } from './left-session.ts';

/** Leaves word in this window that its user signed out, for the next public page to say. */
export function leaveSignedOutNotice(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // A browser that keeps nothing for us is silent about it.
  }
}

/** Whether the user of this window has just signed out; true once. */
export function takeSignedOutNotice(): boolean {
  const wasLeft = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return wasLeft;
}
