/** Keys of `localStorage`: one token outlives the browser, the other ends with it. */
export const tokenKeys = { remembered: 'token', untilClosed: 'token-until-closed' } as const;

/**
 * A session cookie ends with the browser and is visible to every tab. It holds no secret; `sessionStorage` would be
 * empty in a new tab.
 */
export const browserOpen = 'browser-open=1';

/** The bearer token, or null if nobody is signed in. */
export function readToken(): string | null {
  return (isBrowserOpen() && read('untilClosed')) || read('remembered');
}

/** 'Remember me' stores it until it expires, otherwise it ends with the browser. */
export function storeToken(token: string, remember: boolean): void {
  const { remembered, untilClosed } = tokenKeys;
  // Write the new one first, so that another tab always finds one of them.
  localStorage.setItem(remember ? remembered : untilClosed, token);
  localStorage.removeItem(remember ? untilClosed : remembered);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and over https only
  document.cookie = `${browserOpen}; Path=/; SameSite=Strict${secure}`;
}

export function isRemembered(): boolean {
  return read('remembered') !== null;
}

export function removeToken(): void {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key);
}

/** Removes and returns the token of a browser session that was closed; null if there is none. */
export function takeClosedBrowserToken(): string | null {
  if (isBrowserOpen()) return null;
  const token = read('untilClosed');
  localStorage.removeItem(tokenKeys.untilClosed);
  return token;
}

function isBrowserOpen(): boolean {
  return document.cookie.split('; ').includes(browserOpen);
}

function read(key: keyof typeof tokenKeys): string | null {
  return localStorage.getItem(tokenKeys[key]) || null;
}
