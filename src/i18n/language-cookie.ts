import type { Language } from './text.ts';

/** Keeps the language of a browser in which nobody may be signed in. Plain http can't set the cookie of a site with https. */
export function languageCookie(language: Language, isSecure: boolean): string {
  const cookie = `language=${language}; Path=/; Max-Age=${400 * 86_400}; SameSite=Lax`;
  return isSecure ? `__Host-${cookie}; Secure` : cookie;
}
