/** Its names in the browser's store: one outlives the browser, the other ends with it. */
export const tokenKeys = { remembered: 'token', untilClosed: 'token-until-closed' } as const;

/**
 * Browsers drop a cookie without a lifetime when they are closed, and show it to every tab until then. It holds no
 * secret; `sessionStorage` would be empty in a new tab.
 */
export const browserOpen = 'browser-open=1';

/** The bearer token of this browser, or null where nobody is signed in. */
export function keptToken(): string | null {
  return (isBrowserOpen() && read('untilClosed')) || read('remembered');
}

/** 'Remember me' keeps it until it expires, otherwise it goes with the browser. */
export function keepToken(token: string, remember: boolean): void {
  const { remembered, untilClosed } = tokenKeys;
  // The new one first: another tab that looks in between finds somebody signed in.
  localStorage.setItem(remember ? remembered : untilClosed, token);
  localStorage.removeItem(remember ? untilClosed : remembered);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and over https only
  document.cookie = `${browserOpen}; Path=/; SameSite=Strict${secure}`;
}

export function isRemembered(): boolean {
  return read('remembered') !== null;
}

export function dropToken(): void {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key);
}

/** The token of a browser that was closed meanwhile; null where there is none. It is forgotten here. */
export function takeTokenOfClosed(): string | null {
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
