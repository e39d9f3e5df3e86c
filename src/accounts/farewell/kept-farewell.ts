/** Also the name of the island that says it; the loader brings that island where it finds this in the storage. */
const key = 'farewell';

/** Leaves word in this window that its user signed out, for the next public page to say. */
export function leaveFarewell(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // A browser that keeps nothing for us is silent about it.
  }
}

/** Whether the user of this window has just signed out; true once. */
export function takeFarewell(): boolean {
  const wasLeft = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return wasLeft;
}
