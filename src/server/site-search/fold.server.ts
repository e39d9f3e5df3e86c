import { latinDigits } from '#wire/text.ts';

/** Letters that sound alike or look alike, as the one by which they are found. */
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

/** Joiners, the dot below (in NFC it stands by itself), the moon dot, and what only marks letters in Latin scripts. */
const passedOver = /[\u200B-\u200D\u00AD\u09BC\u0981\u0300-\u036F]/gu;

const longestWord = 40;

/** Each word of a text with its place: letters, their marks, digits and joiners. */
export function* wordsIn(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}\u200C\u200D]+/gu)) {
    yield { word: match[0], start: match.index, end: match.index + match[0].length };
  }
}

/**
 * The different words of texts as they are found, in their order. A sign that stands for several words, such as ﷺ, is
 * unfolded before they are told apart: a word has neither blanks nor punctuation.
 */
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

/** Whether longer words that begin so are meant too: one letter is the beginning of far too many. */
export function isBeginning(folded: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(folded);
}

/**
 * However an unfolded word was spelled: without difference of case and digits, of long and short ই and উ, of ন and ণ, of
 * শ, ষ and স, with or without the dot of ড়, ঢ় and য়, with or without joiners.
 */
function fold(word: string): string {
  const folded = latinDigits(word.replace(passedOver, '').normalize('NFC').toLowerCase())
    .replace(/[ঈীঊূণশষৎঙ]/gu, (letter) => alike[letter] ?? letter)
    .replace(/ং্/gu, 'ং');
  return [...folded].slice(0, longestWord).join('');
}
