/** Keys of `localStorage`: one token outlives the browser; of the other the beginning is there. */
export const tokenKeys = { remembered: 'token', untilClosed: 'token-until-closed' } as const;

/**
 * A session cookie with the end of the token: it goes with the browser and is visible to every tab. What stays on the disk
 * opens nothing, and no cookie holds a token. `sessionStorage` would be empty in a new tab.
 */
export const browserOpen = 'browser-open';

/** Half of the 43 characters: 132 bits are missing on the disk. */
const beginning = 21;

/** The bearer token, or null if nobody is signed in. */
export function readToken(): string | null {
  const [start, end] = [read('untilClosed'), endOfToken()];
  return start && end ? start + end : read('remembered');
}

/** 'Remember me' stores it until it expires, otherwise it ends with the browser. */
export function storeToken(token: string, remember: boolean): void {
  const { remembered, untilClosed } = tokenKeys;
  // Other tabs hear of the storage alone, so the cookie is first.
  setEndOfToken(remember ? '' : token.slice(beginning));
  // Write the new one first, so that another tab always finds one of them.
  localStorage.setItem(remember ? remembered : untilClosed, remember ? token : token.slice(0, beginning));
  localStorage.removeItem(remember ? untilClosed : remembered);
}

export function isRemembered(): boolean {
  return read('remembered') !== null;
}

export function removeToken(): void {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key);
  setEndOfToken('');
}

/** Removes what a browser that was closed left of its token. */
export function removeClosedBrowserToken(): void {
  if (!endOfToken()) localStorage.removeItem(tokenKeys.untilClosed);
}

function endOfToken(): string | undefined {
  return /\bbrowser-open=([\w-]+)/.exec(document.cookie)?.[1];
}

function setEndOfToken(end: string): void {
  const cookie = `${browserOpen}=${end}; Path=/; SameSite=Strict`;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and over https only
  document.cookie = location.protocol === 'https:' ? `__Host-${cookie}; Secure` : cookie;
}

function read(key: keyof typeof tokenKeys): string | null {
  return localStorage.getItem(tokenKeys[key]) || null;
}
