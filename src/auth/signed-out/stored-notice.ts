import { signedOutKey as key } from './unended-session.ts';

/** Stores in this window that the user signed out, for the next public page to show. */
export function storeSignedOutNotice(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Storage is disabled: no notice is shown.
  }
}

/** Whether the user has just signed out in this window; true only once. */
export function takeSignedOutNotice(): boolean {
  const wasLeft = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return wasLeft;
}
