import { language } from '#i18n/text.ts';

/**
 * NFC without control characters, halves of a character, and direction overrides (spoofing). Bengali needs the joiners
 * U+200C/D; a text of nothing that can be seen is empty.
 */
export function cleanText(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu, '')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');
  return visible.test(clean) ? clean : '';
}

/** Neither a blank nor ignorable; U+2800 and U+1D159 are drawn as nothing, though they are signs by name. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

export function cleanLine(text: string): string {
  return cleanText(text.replace(/[\u0009\u000A\u000D]/g, ' '))
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The lines that hold something. */
export function linesOf(text: string): string[] {
  return text.split('\n').map(cleanLine).filter(Boolean);
}

/** Trims invisible characters around an address; inside, they stay for the validation to reject. */
export function cleanAddress(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** As `URL.canParse`, which Chrome 119 and Safari 16 lack, and `new URL` in one. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** In code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}

/** `480+` becomes `৪৮০+`. */
export function bengaliDigits(text: string | number): string {
  return String(text).replace(/[0-9]/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text inside an element or an attribute of XML; what XML cannot hold is left out. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(/[^\u0009\u000A\u000D\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}

/** Lower-case words with Latin digits. */
export function searchWords(text: string): string[] {
  return latinDigits(text.normalize('NFC').toLowerCase()).split(/\s+/).filter(Boolean);
}

/** ৳ 4,50,000, in the Indian grouping of digits. */
export function takaInWords(value: number): string {
  return `৳ ${value.toLocaleString(language() === 'bn' ? 'bn-BD' : 'en-IN', { maximumFractionDigits: 0 })}`;
}

/** A whole word only: কারিমা and শেখর are names. */
const titles =
  /^((মাওলানা|মুফতি|হাফেজ|কারি|মোহাম্মদ|মুহাম্মদ|অধ্যাপক|প্রফেসর|অধ্যক্ষ|জনাব|শ্রী|সৈয়দ|শেখ)\s+|(মোঃ|মো\.|মোসাঃ|মোসা\.|মোছাঃ|মোছা\.|ডা\.|ড\.|(md|mohammad|mohammed|muhammad|mst|mrs|mr|ms|dr|prof|sk|sheikh)\b\.?)\s*)+/iu;

/** The name that people are called by: 'মো. শফিকুল ইসলাম' is not called 'মো.'. */
export function withoutTitles(name: string): string {
  return name.trim().replace(titles, '') || name;
}

/** As `Map.groupBy`, which Chrome 116 and Safari 17.3 lack. */
export function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
