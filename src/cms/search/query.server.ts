import { cleanLine } from '#api/text.ts';
import { foldedWords } from './fold.server.ts';
import { distance, maxDistance, phoneticKeys, weightOf } from './sound.server.ts';
import { exactTerms, type Term, type WordIndex } from './word-index.server.ts';

export interface SearchQuery {
  text: string;
  words: string[];
}

/** Longer queries are cut, not rejected. */
const searchLimits = { characters: 100, words: 8 } as const;

export function readSearchQuery(q: unknown): SearchQuery {
  const raw = Array.isArray(q) ? q[0] : q;
  const text = typeof raw === 'string' ? cleanLine([...raw].slice(0, searchLimits.characters).join('')) : '';
  return { text, words: foldedWords(text).slice(0, searchLimits.words) };
}

/** Groups of phrases with the same meaning; each word with its phonetic keys. */
export type Synonyms = { word: string; sounds: string[] }[][][];

const stopWords = new Set(
  foldedWords(
    'কি কী কত কতো কিভাবে কীভাবে কেমনে কোথায় কোন কেন কবে জন্য চাই করব করবো করতে করে লাগে লাগবে হয় হবে আছে যায় যাবে ও এবং এর আর একটা একটি আমি আমার আমাদের',
    'ki koto kivabe kibhabe kothay kon keno jonno chai korbo korte lage lagbe hoy hobe ache jay jabe o ebong er ar ta amar amader',
    'free ফ্রি the a an of for to in on is are and how what where much do i my we our your you',
  ),
);

/** Expands words by sound and synonyms; unknown words, or all if `wide`, also by similar words. */
export function termsOf(words: string[], index: WordIndex, groups: Synonyms, wide: boolean): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, others } = synonymsAt(words, at, groups);
    const phrase = words.slice(at, at + Math.max(1, length));
    const [word = ''] = phrase;
    if (length > 0)
      terms.push([phrase, ...others, ...(length === 1 ? index.similar(word, 0).map((one) => [one]) : [])]);
    else if (!stopWords.has(word)) terms.push([phrase, ...expandWord(word, index, wide)]);
    at += phrase.length;
  }
  return terms.length > 0 ? terms : exactTerms(words);
}

/** One repeated letter or Latin letters without a vowel: their phonetic key matches anything. */
const unspeakable = /^(?:(.)\1*|[b-df-hj-np-tv-z]+)$/u;

function expandWord(word: string, index: WordIndex, wide: boolean): string[][] {
  if (/\d/.test(word) || unspeakable.test(word)) return [];
  const stem = withoutEnding(word);
  const isKnown = !wide && index.has(word);
  const near = [word, ...(wide && stem !== word ? [stem] : [])].flatMap((one) =>
    index.similar(one, isKnown && !/[a-z]/.test(one) ? 0 : 1),
  );
  const others = [...new Set([...(wide && stem !== word ? [stem] : []), ...near])].filter((one) => one !== word);
  return others.map((one) => [one]);
}

function synonymsAt(words: string[], at: number, groups: Synonyms): { length: number; others: string[][] } {
  const spoken = words.slice(at).map((word) => ({ word, sounds: [word, withoutEnding(word)].flatMap(phoneticKeys) }));
  const found = groups.map((group) => {
    const meant = group.filter((phrase) => phrase.every((word, on) => matchesWord(spoken[on], word)));
    return { length: Math.max(0, ...meant.map(({ length }) => length)), group };
  });
  const length = Math.max(0, ...found.map((one) => one.length));
  const same = length > 0 ? found.filter((one) => one.length === length).flatMap(({ group }) => group) : [];
  return { length, others: same.map((phrase) => phrase.map(({ word }) => word)) };
}

type Spoken = Synonyms[number][number][number];

/** Whether the typed word matches: with an ending, in other letters, or if it is long, with a typing error. */
function matchesWord(typed: Spoken | undefined, { word, sounds }: Spoken): boolean {
  if (typed === undefined || typed.word === word) return typed !== undefined;
  return typed.sounds.some((sound) => {
    const weight = weightOf(sound);
    const isShort = weight < 3;
    const most = isShort ? 0.2 : maxDistance(weight) / 2;
    return sounds.some(
      (other) =>
        weight > 0 && Math.abs(weight - weightOf(other)) <= (isShort ? 0 : 1) && distance(sound, other, most) <= most,
    );
  });
}

const endings = /(?:গুলোর|গুলির|গুলো|গুলি|দেরকে|দের|টির|টার|টি|টা|কে|তে|যের|যে|ের|েও|ে|র|ও|ই)$/u;

export function withoutEnding(word: string): string {
  const stem = word.replace(endings, '');
  return [...stem].length >= 2 ? stem : word;
}
