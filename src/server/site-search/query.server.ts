import { cleanLine } from '#wire/text.ts';
import { foldedWords } from './fold.server.ts';

/** What a visitor typed, as it is shown again, and the folded words to look for. */
export interface SearchQuery {
  text: string;
  words: string[];
}

/** Longer questions are cut: a search answers whatever was typed. */
const searchLimits = { characters: 100, words: 8 } as const;

export function readSearchQuery(q: unknown): SearchQuery {
  const typed = Array.isArray(q) ? q[0] : q;
  const text = typeof typed === 'string' ? cleanLine([...typed].slice(0, searchLimits.characters).join('')) : '';
  return { text, words: foldedWords(text).slice(0, searchLimits.words) };
}

/** Endings that Bengali puts on a word; folded as the words are. */
const endings = /(?:গুলোর|গুলির|গুলো|গুলি|দেরকে|দের|টির|টার|টি|টা|কে|তে|যের|যে|ের|েও|ে|র|ও|ই)$/u;

/** The same words without their endings; null where none has one. For when the words themselves are nowhere. */
export function withoutEndings(words: string[]): string[] | null {
  const stems = words.map((word) => {
    const stem = word.replace(endings, '');
    return [...stem].length >= 2 ? stem : word;
  });
  return stems.some((stem, index) => stem !== words[index]) ? stems : null;
}
