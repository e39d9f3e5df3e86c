import { languageCookie } from '#i18n/language-cookie.ts';
import { type Language, language } from '#i18n/text.ts';

/** Each in its own words. */
export const languageOptions: { value: Language; name: string }[] = [
  { value: 'en', name: 'English' },
  { value: 'bn', name: 'বাংলা' },
];

/** The link to the other language, in that language. */
export function otherLanguageName(): string {
  return language() === 'bn' ? 'In English' : 'বাংলায়';
}

/** The language that the office is not in now. */
export function otherLanguage(): Language {
  return language() === 'bn' ? 'en' : 'bn';
}

/**
 * Loads the page again if it was served in another language than the user's. Resolves only if it stays. Without cookies
 * the server can't know the language, and the page stays as it is.
 */
export async function followLanguage(chosen: Language, url = location.href): Promise<void> {
  const served = document.querySelector<HTMLMetaElement>('meta[name="language"]')?.content ?? chosen;
  if (served === chosen) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = languageCookie(chosen, location.protocol === 'https:');
  if (!document.cookie.includes(`language=${chosen}`)) return;
  const page = new URL(url);
  page.hash = '';
  location.replace(page);
  await new Promise(() => undefined);
}
