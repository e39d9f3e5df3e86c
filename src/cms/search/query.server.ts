import { LRUCache } from 'lru-cache';
import { cleanLine } from '#api/text.ts';
import { foldedWords, isFormOf, withoutEnding } from './fold.server.ts';
import { distance, maxDistance, measuredKeys, type PhoneticKey, phoneticKeys } from './sound.server.ts';
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

/** Groups of phrases with the same meaning; each word with how it sounds. */
export type Synonyms = { word: string; sounds: PhoneticKey[] }[][][];

/** Words of sentences that say nothing of their subject, and the trade's words that everything here is. */
const stopWords = foldedWords(
  'কি কী কত কতো কতটুকু কয়টি কয় কিভাবে কীভাবে কেমনে কেমন কোথায় কোন কোনটি কোনো কেন কবে কখন কে কার কারা যদি তাহলে তবে কিনা নাকি',
  'জন্য চাই চাইলে চান চাচ্ছি দরকার লাগে লাগবে করব করবো করবে করি করতে করে করা করার করলে করেন করানো করছি করছেন হয় হবে হলে হয়ে হলো হচ্ছে',
  'আছে থাকে থাকলে থাকা থাকবে যায় যাবে গেলে গেছে গেছি যেতে পারি পারব পারবো পারবে পারবেন পারে পারেন দিয়ে দিতে দিব দেয় দেন দিন দেবেন দিলে',
  'দেওয়া দেব নিতে নিব নিবো নিয়ে নেন নেওয়া নেয় নেব নিলে পেতে পাব পাবো পাওয়া পাঠাতে আসে আসলে আসা বানানো বানাতে বানাব চলবে চলে চালাতে চালু',
  'থেকে হতে মধ্যে সাথে সঙ্গে কাছে কাকে পরে আগে দেখতে দেখা দেখে দেখব জানতে জানা বলে বলতে বলেন বলুন রাখা রাখতে লেখা লিখতে লিখব ও এবং বা আর এর তো না নাই নেই নয় এই সেই এটা',
  'খুব আরো আরও অনেক বেশি কিছু সবাই সবার শুধু মতো মত যেন যেমন কিভাবেই গুলো গুলি ছাড়া আলাদা আসছে আসবে এসেছে আসতে বের জানবে জানাবে বুঝব বুঝতে পায় পাবে পাবেন',
  'দিবে দিবেন দিবো দেবে দেবো দেয়া দেওয়ার নেওয়ার নেয়ার যাওয়া হইলে হয়না বানাই রাখি রাখব রাখবো রাখেন লিখি দুই দুইটা দুটি ভালো ভাল লাগলে',
  'এক একটা একটি সব আমি আমার আমাদের আমরা আপনি আপনার আপনাদের আপনারা তাদের তার ভাই স্যার প্লিজ ফ্রি ডিজিটাল সফটওয়্যার সফটওয়ার সিস্টেম',
);
const latinStopWords = new Set([
  ...stopWords.flatMap(phoneticKeys).filter((sound) => sound !== ''),
  ...'the a an of for to in on at is are be do does did and or with from by how what where when who which much many can could should'.split(
    ' ',
  ),
  ...'i my me we our you your it this that there have has need want get will if no not free please pls digital software system'.split(
    ' ',
  ),
]);

export function isStopWord(word: string): boolean {
  if (/[a-z]/.test(word)) return [word, ...phoneticKeys(word)].some((one) => latinStopWords.has(one));
  return stopWords.includes(word) || stopWords.includes(withoutEnding(word));
}

/** Weights of alternatives; the typed word has 1. */
const weights = { alike: 0.9, similar: 0.5 } as const;

/** Expands words by sound, endings and synonyms, and those that no entry has by similar words. */
export function termsOf(words: string[], index: WordIndex, groups: Synonyms): Term[] {
  const terms: Term[] = [];
  const meant = words.map((word) => indexOf(groups).meant.memo(word));
  for (let at = 0; at < words.length; ) {
    const { length, others } = synonymsAt(meant.slice(at), groups);
    const phrase = words.slice(at, at + Math.max(1, length));
    const [word = ''] = phrase;
    const typed = { words: phrase, weight: 1 };
    const synonyms = others.map((other) => ({ words: other, weight: weights.alike }));
    if (length > 0) terms.push([typed, ...synonyms, ...(length === 1 ? similarTo(word, index, 0, weights.alike) : [])]);
    else if (!isStopWord(word)) terms.push([typed, ...expandWord(word, index)]);
    at += phrase.length;
  }
  return terms.length > 0 ? terms : exactTerms(words);
}

function similarTo(word: string, index: WordIndex, slack: number, weight: number): Term {
  return index.similar(word, slack).map((one) => ({ words: [one], weight }));
}

/** One repeated letter or Latin letters without a vowel: their phonetic key matches anything. */
const unspeakable = /^(?:(.)\1*|[b-df-hj-np-tv-z]+)$/u;

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
function synonymsAt(meant: Meant[], groups: Synonyms): { length: number; others: string[][] } {
  const longest = (how: keyof Meant, longerThan: number) => {
    const found = [...(meant[0]?.[how] ?? [])]
      .flatMap((first) => indexOf(groups).beginnings.get(first) ?? [])
      .filter(({ phrase }) => phrase.length > longerThan && phrase.every(({ word }, on) => meant[on]?.[how].has(word)));
    const length = Math.max(0, ...found.map(({ phrase }) => phrase.length));
    const same = new Set(found.filter(({ phrase }) => phrase.length === length).map(({ group }) => group));
    const others = groups.filter((group) => same.has(group)).flat();
    return { length, others: others.map((phrase) => phrase.map(({ word }) => word)) };
  };
  const exact = longest('forms', 0);
  const alike = longest('alike', exact.length);
  return alike.length > 0 ? alike : exact;
}

type Group = Synonyms[number];

/** Built once for the synonyms of a setting, as each part takes milliseconds. */
interface SynonymIndex {
  /** All phrases with their groups, by their first words. */
  beginnings: Map<string, { phrase: Group[number]; group: Group }[]>;
  /** By what was typed: people type the same words. */
  meant: LRUCache<string, Meant>;
}

const indexes = new WeakMap<Synonyms, SynonymIndex>();

function indexOf(groups: Synonyms): SynonymIndex {
  const index = indexes.get(groups) ?? {
    beginnings: Map.groupBy(
      groups.flatMap((group) => group.map((phrase) => ({ phrase, group }))),
      ({ phrase }) => phrase[0]?.word ?? '',
    ),
    meant: new LRUCache<string, Meant>({ max: 2_000, memoMethod: comparedWith(groups) }),
  };
  indexes.set(groups, index);
  return index;
}

/** The words of synonyms that a typed word is a form of, and those that it sounds like. */
interface Meant {
  forms: ReadonlySet<string>;
  alike: ReadonlySet<string>;
}

function comparedWith(groups: Synonyms): (word: string) => Meant {
  const all = [...new Map(groups.flat(2).map((one) => [one.word, one])).values()];
  const those = (isMeant: (one: Spoken) => boolean) => new Set(all.filter(isMeant).map(({ word }) => word));
  return (word) => {
    const typed = { word, sounds: comparedKeys(word, withoutEnding(word)) };
    return { forms: those((one) => isFormOf(word, one.word)), alike: those((one) => matchesWord(typed, one)) };
  };
}

type Spoken = Group[number][number];

/** Whether the typed word matches: with an ending, in other letters, or if it is long, with a typing error. */
function matchesWord(typed: Spoken, { word, sounds }: Spoken): boolean {
  if (typed.word === word) return true;
  return typed.sounds.some((sound) => {
    const { weight } = sound;
    const isShort = weight < 3;
    const most = isShort ? 0.2 : maxDistance(weight) / 2;
    return sounds.some(
      (other) =>
        weight > 0 && Math.abs(weight - other.weight) <= (isShort ? 0 : 1) && distance(sound, other, most) <= most,
    );
  });
}
