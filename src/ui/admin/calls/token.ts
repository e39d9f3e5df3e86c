/** Its name in the browser's stores. */
export const tokenKey = 'token';

/** The bearer token of this browser, or null where nobody is signed in. */
export function keptToken(): string | null {
  return read(sessionStorage) ?? read(localStorage);
}

/** 'Remember me' keeps it until it expires, otherwise it goes with the window. */
export function keepToken(token: string, remember: boolean): void {
  dropToken();
  (remember ? localStorage : sessionStorage).setItem(tokenKey, token);
}

export function isRemembered(): boolean {
  return read(localStorage) !== null;
}

export function dropToken(): void {
  sessionStorage.removeItem(tokenKey);
  localStorage.removeItem(tokenKey);
}

function read(storage: Storage): string | null {
  return storage.getItem(tokenKey) || null;
}
