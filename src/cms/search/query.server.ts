import { LRUCache } from 'lru-cache';
import { cleanLine } from '#api/text.ts';
import { foldedWords, isFormOf, withoutEnding } from './fold.server.ts';
import { distance, firstOf, maxDistance, measuredKeys, type PhoneticKey, phoneticKeys } from './sound.server.ts';
import { exactTerms, type Term, type WordIndex } from './word-index.server.ts';

export interface SearchQuery {
  text: string;
  words: string[];
}

/** Longer queries are cut, not rejected. */
const searchLimits = { characters: 100, words: 16 } as const;

export function readSearchQuery(q: unknown): SearchQuery {
  const raw = Array.isArray(q) ? q[0] : q;
  const text = typeof raw === 'string' ? cleanLine([...raw].slice(0, searchLimits.characters).join('')) : '';
  return { text, words: foldedWords(text).slice(0, searchLimits.words) };
}

export interface Synonyms {
  /** Groups of phrases with the same meaning; each word with how it sounds. */
  groups: { word: string; sounds: PhoneticKey[] }[][][];
  /** Words of sentences that say nothing of their subject, and how the Bengali ones sound. */
  ignored: ReadonlySet<string>;
}

/** The words, and how the Bengali ones are written in Latin letters. */
export function ignoredWords(lines: string[]): ReadonlySet<string> {
  const words = foldedWords(...lines);
  const sounds = words.flatMap((word) => (/[a-z]/.test(word) ? [] : phoneticKeys(word)));
  return new Set([...words, ...sounds].filter((one) => one !== ''));
}

export function isIgnored(word: string, { ignored }: Synonyms): boolean {
  if (/^[a-z]$/.test(word)) return true;
  const others = /[a-z]/.test(word) ? phoneticKeys(word) : [withoutEnding(word)];
  return [word, ...others].some((one) => ignored.has(one));
}

/** Weights of alternatives; the typed word has 1. */
const weights = { alike: 0.9, similar: 0.5 } as const;

/** Expands words by sound, endings and synonyms, and those that no entry has by similar words. */
export function termsOf(words: string[], index: WordIndex, synonyms: Synonyms): Term[] {
  const terms: Term[] = [];
  const meant = words.map((word) => indexOf(synonyms).meant.memo(word));
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const isIgnorable = isIgnored(word, synonyms);
    const { length, others } = synonymsAt(meant.slice(at), synonyms, isIgnorable ? 1 : 0);
    const phrase = words.slice(at, at + Math.max(1, length));
    const typed = { words: phrase, weight: 1 };
    const meanings = others.map((other) => ({ words: other, weight: weights.alike }));
    if (length > 0) terms.push([typed, ...meanings, ...(length === 1 ? similarTo(word, index, 0, weights.alike) : [])]);
    else if (!isIgnorable) terms.push([typed, ...expandWord(word, index)]);
    at += phrase.length;
  }
  return terms.length > 0 ? terms : exactTerms(words);
}

function similarTo(word: string, index: WordIndex, slack: number, weight: number): Term {
  return index.similar(word, slack).map((one) => ({ words: [one], weight }));
}

/** One repeated letter, Latin letters without a vowel or beside each other on the keyboard: their keys match anything. */
const unspeakable = /^(?:(.)\1*|[b-df-hj-np-tv-z]+|(?=.{4})(?:q?w?e?r?t?y?u?i?o?p?|a?s?d?f?g?h?j?k?l?))$/u;

/** The keys by which words are compared. */
export function comparedKeys(word: string, ...forms: string[]): PhoneticKey[] {
  return unspeakable.test(word) ? [] : [word, ...forms].flatMap(measuredKeys);
}

function expandWord(word: string, index: WordIndex): Term {
  if (/\d/.test(word) || unspeakable.test(word)) return [];
  const stem = withoutEnding(word);
  const isKnown = index.has(word) && !/[a-z]/.test(word);
  const forms = [...new Set([word, stem])];
  return [
    ...forms.map((one) => ({ words: [one], weight: weights.alike })),
    ...forms.flatMap((one) => similarTo(one, index, 0, weights.alike)),
    ...(isKnown ? [] : forms.flatMap((one) => similarTo(one, index, 1, weights.similar))),
  ];
}

/** The longest phrase there that has synonyms. Words of a group go before words that only sound like some of one. */
function synonymsAt(meant: Meant[], synonyms: Synonyms, leastAlike: number): { length: number; others: string[][] } {
  const longest = (how: keyof Meant, longerThan: number) => {
    const found = [...(meant[0]?.[how] ?? [])]
      .flatMap((first) => indexOf(synonyms).beginnings.get(first) ?? [])
      .filter(({ phrase }) => phrase.length > longerThan && phrase.every(({ word }, on) => meant[on]?.[how].has(word)));
    const length = Math.max(0, ...found.map(({ phrase }) => phrase.length));
    const same = new Set(found.filter(({ phrase }) => phrase.length === length).map(({ group }) => group));
    const others = synonyms.groups.filter((group) => same.has(group)).flat();
    return { length, others: others.map((phrase) => phrase.map(({ word }) => word)) };
  };
  const exact = longest('forms', 0);
  const alike = longest('alike', Math.max(exact.length, leastAlike));
  return alike.length > 0 ? alike : exact;
}

type Group = Synonyms['groups'][number];

/** Built once for the synonyms of a setting, as each part takes milliseconds. */
interface SynonymIndex {
  /** All phrases with their groups, by their first words. */
  beginnings: Map<string, { phrase: Group[number]; group: Group }[]>;
  /** By what was typed: people type the same words. */
  meant: LRUCache<string, Meant>;
}

const indexes = new WeakMap<Synonyms, SynonymIndex>();

function indexOf(synonyms: Synonyms): SynonymIndex {
  const { groups } = synonyms;
  const index = indexes.get(synonyms) ?? {
    beginnings: Map.groupBy(
      groups.flatMap((group) => group.map((phrase) => ({ phrase, group }))),
      ({ phrase }) => phrase[0]?.word ?? '',
    ),
    meant: new LRUCache<string, Meant>({ max: 2_000, memoMethod: comparedWith(groups) }),
  };
  indexes.set(synonyms, index);
  return index;
}

/** The words of synonyms that a typed word is a form of, and those that it sounds like. */
interface Meant {
  forms: ReadonlySet<string>;
  alike: ReadonlySet<string>;
}

function comparedWith(groups: Group[]): (word: string) => Meant {
  const words = new Map(groups.flat(2).map(({ word, sounds }) => [word, sounds]));
  const all = [...words].flatMap(([word, sounds]) => sounds.map((sound) => ({ word, sound })));
  // In shorter words the first consonants are of one class, or too far from each other.
  const byFirst = Map.groupBy(all, ({ sound }) => firstOf(sound));
  return (word) => {
    const forms = [...words.keys()].filter((one) => isFormOf(word, one));
    const alike = comparedKeys(word, withoutEnding(word)).flatMap((typed) =>
      (typed.weight < 6 ? (byFirst.get(firstOf(typed)) ?? []) : all).filter(({ sound }) => isAlike(typed, sound)),
    );
    return {
      forms: new Set(forms),
      alike: new Set([...(words.has(word) ? [word] : []), ...alike.map((one) => one.word)]),
    };
  };
}

/** Whether it is written in other letters, or if it is long, with a typing error. */
function isAlike(typed: PhoneticKey, known: PhoneticKey): boolean {
  const { weight } = typed;
  const isShort = weight < 3;
  const most = isShort ? 0.2 : maxDistance(weight) / 2;
  if (weight === 0 || Math.abs(weight - known.weight) > (isShort ? 0 : 1)) return false;
  return distance(typed, known, most, weight < 4 ? 1 : undefined) <= most;
}
