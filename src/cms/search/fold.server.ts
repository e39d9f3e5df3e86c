import { latinDigits } from '#api/text.ts';

const alike: Record<string, string> = {
  ঈ: 'ই',
  'ী': 'ি',
  ঊ: 'উ',
  'ূ': 'ু',
  ণ: 'ন',
  শ: 'স',
  ষ: 'স',
  ৎ: 'ত',
  ঙ: 'ং',
};

/** Ignored: joiners, nukta (a separate code point in NFC), candrabindu and Latin diacritics. */
const passedOver = /[\u200B-\u200D\u00AD\u09BC\u0981\u0300-\u036F]/gu;

const longestWord = 40;

export function* wordsIn(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}\u200C\u200D]+/gu)) {
    yield { word: match[0], start: match.index, end: match.index + match[0].length };
  }
}

/** The distinct folded words in order. NFKD first, because a sign such as ﷺ stands for several words. */
export function foldedWords(...texts: string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const { word } of wordsIn(text.normalize('NFKD'))) {
      const folded = fold(word);
      if (/[\p{L}\p{N}]/u.test(folded)) words.add(folded);
    }
  }
  return [...words];
}

/** Whether the word matches as a prefix; one letter would match far too much. */
export function isBeginning(folded: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(folded);
}

const ending = '(?:গুলোর|গুলির|গুলো|গুলি|দেরকে|দের|টির|টার|টি|টা|কে|তে|যের|যে|ের|েও|ে|র|ও|ই)';
const endings = new RegExp(`(?:(?<=.{3})ে?রা|${ending})$`, 'u');
const onlyEndings = new RegExp(`^(?:ে?রা|${ending}){0,2}$`, 'u');

export function withoutEnding(word: string): string {
  const stem = word.replace(endings, '');
  return [...stem].length >= 2 ? stem : word;
}

/** Whether the folded word is the stem, with an ending or without. */
export function isFormOf(word: string, stem: string): boolean {
  return word.startsWith(stem) && onlyEndings.test(word.slice(stem.length));
}

/** Folds spelling variants: case, digits, long and short ই and উ, ন and ণ, শ, ষ and স, nukta and joiners. */
function fold(word: string): string {
  const folded = latinDigits(word.replace(passedOver, '').normalize('NFC').toLowerCase())
    .replace(/[ঈীঊূণশষৎঙ]/gu, (letter) => alike[letter] ?? letter)
    .replace(/ং্/gu, 'ং');
  return [...folded].slice(0, longestWord).join('');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const inline = /<\/?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(?=[\s>/])[^>]*>/gi;

/** The plain text, and what its pictures and those beside it show. */
export function searchableText(html: string, ...pictures: ({ alt?: string | null } | null)[]): string {
  const described = html.replace(/<img\b[^>]*?\salt="([^"]*)"[^>]*>/gi, ' $1 ');
  return [plainText(described), ...pictures.map((picture) => picture?.alt)].filter(Boolean).join(' ');
}

/** Text of rich text on one line. Escape it before putting it into HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /&(#x?)?(\w{1,8});/gi,
      (whole, number, name) => (number ? byNumber(number, name) : entities[name]) ?? whole,
    )
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The text of the first paragraph, or of everything where there is none. */
export function firstParagraph(html: string): string {
  return plainText(/<p(?:\s[^>]*)?>(.*?)<\/p>/is.exec(html)?.[1] ?? html);
}

export function firstSentence(html: string): string {
  const text = firstParagraph(html);
  return /^.+?[।?!](?=\s|$)/u.exec(text)?.[0] ?? text;
}

function byNumber(prefix: string, digits: string): string | undefined {
  const code = Number.parseInt(digits, prefix.length > 1 ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
