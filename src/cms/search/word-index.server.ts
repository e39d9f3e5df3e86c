import { isBeginning, isFormOf } from './fold.server.ts';
import { distance, firstOf, maxDistance, measuredKeys, type PhoneticKey } from './sound.server.ts';

/** A phrase whose words must all match. `weight` is 1 as typed, and less for what sounds or means alike. */
interface Alternative {
  words: string[];
  weight: number;
}

/** Alternatives for one part of the query, the typed one first. */
export type Term = Alternative[];

export function exactTerms(words: string[]): Term[] {
  return words.map((word) => [{ words: [word], weight: 1 }]);
}

interface Word {
  word: string;
  sound: PhoneticKey;
  /** Numbers of the entries that have it. */
  inTitle: number[];
  anywhere: number[];
}

/** Share of a match in the title that one in the text is worth, for a text of so many words. */
const textWeight = 0.45;
const usualLength = 80;
/** Share of a whole word that its beginning is worth. */
const beginningWeight = 0.6;
/** Letters from which a beginning is as good as the word, in what sounds or means alike too. */
const tellingLength = 5;

const maxSimilar = 6;

const noKey: PhoneticKey = { letters: '', weight: 0, consonants: 0 };

/** Which entries have which folded word, in memory. */
export class WordIndex {
  /** By the first two characters, as words match as prefixes. */
  readonly #byBeginning = new Map<string, Map<string, Word>>();
  /** By the first consonant's class, which typing errors rarely change. */
  readonly #bySound = new Map<string, Set<Word>>();
  #size = 0;
  /** By the number of the entry: a word says less of a longer text. */
  readonly #textWeights: number[] = [];

  add(entry: number, titleWords: string[], words: string[]): void {
    this.#size = Math.max(this.#size, entry + 1);
    this.#textWeights[entry] = textWeight * (usualLength / Math.max(usualLength / 4, words.length)) ** 0.15;
    const inTitle = new Set(titleWords);
    for (const text of words) {
      const word = this.#wordOf(text);
      word.anywhere.push(entry);
      if (inTitle.has(text)) word.inTitle.push(entry);
    }
  }

  #wordOf(text: string): Word {
    const words = getOrInsert(this.#byBeginning, beginningOf(text), () => new Map<string, Word>());
    return getOrInsert(words, text, () => {
      const [sound = noKey] = measuredKeys(text);
      const word: Word = { word: text, sound, inTitle: [], anywhere: [] };
      if (isSpoken(text)) getOrInsert(this.#bySound, firstOf(sound), () => new Set<Word>()).add(word);
      return word;
    });
  }

  remove(entries: ReadonlySet<number>): void {
    const isLeft = (entry: number) => !entries.has(entry);
    for (const words of this.#byBeginning.values()) {
      for (const word of words.values()) {
        word.inTitle = word.inTitle.filter(isLeft);
        word.anywhere = word.anywhere.filter(isLeft);
        if (word.anywhere.length > 0) continue;
        words.delete(word.word);
        this.#bySound.get(firstOf(word.sound))?.delete(word);
      }
    }
  }

  /** How well each entry matches, from 0 to 1, by its number, as maps of thousands are slow. */
  matches(term: Term): Float32Array {
    const best = new Float32Array(this.#size);
    for (const { words, weight } of term) {
      const [found = [], ...others] = words.map((word) => this.#matchesOf(word, weight === 1));
      for (let entry = 0; entry < found.length; entry++) {
        let quality = found[entry] ?? 0;
        if (quality === 0) continue;
        for (const other of others) quality = Math.min(quality, other[entry] ?? 0);
        raise(best, entry, quality * weight);
      }
    }
    return best;
  }

  #matchesOf(typed: string, isTyped: boolean): Float32Array {
    if (!this.has(typed)) return new Float32Array();
    const found = new Float32Array(this.#size);
    for (const { word, inTitle, anywhere } of this.#beginningWith(typed)) {
      const isWhole = typed.length >= tellingLength || isFormOf(word, typed);
      if (!isWhole && !isTyped) continue;
      const quality = isWhole ? 1 : beginningWeight;
      for (const entry of anywhere) raise(found, entry, quality * (this.#textWeights[entry] ?? 0));
      for (const entry of inTitle) raise(found, entry, quality);
    }
    return found;
  }

  has(beginning: string): boolean {
    return !this.#beginningWith(beginning).next().done;
  }

  *#beginningWith(typed: string): Generator<Word> {
    const words = this.#byBeginning.get(beginningOf(typed));
    const exact = words?.get(typed);
    if (isBeginning(typed)) for (const word of words?.values() ?? []) if (word.word.startsWith(typed)) yield word;
    if (!isBeginning(typed) && exact) yield exact;
  }

  /** The words that sound most like the typed one. `slack` scales the allowed distance. */
  similar(typed: string, slack: number): string[] {
    const found = measuredKeys(typed).flatMap((sound) => [
      ...this.#near(sound, maxDistanceOf(typed, sound) * slack, /[a-z]/.test(typed)),
    ]);
    const nearest = found.sort((one, other) => one.far - other.far || one.word.length - other.word.length);
    const least = nearest[0]?.far ?? 0;
    const words = nearest.filter(({ far }) => far <= least + 0.3).map(({ word }) => word);
    return [...new Set(words)].slice(0, maxSimilar);
  }

  *#near(typed: PhoneticKey, most: number, isLatin: boolean): Generator<{ word: string; far: number }> {
    const { letters, weight } = typed;
    // Short keys match the beginnings of too many words; Latin ones are allowed more, as nothing else finds them.
    const longest = weight < 3 ? letters.length + Number(most >= 0.3) : Number.POSITIVE_INFINITY;
    for (const { word, sound } of this.#bySound.get(firstOf(typed)) ?? []) {
      if (sound.letters.length > longest && (weight < 2 || !isLatin || !sound.letters.startsWith(letters))) continue;
      const far = distance(typed, sound, most);
      if (far <= most) yield { word, far };
    }
  }
}

function raise(best: Float32Array, entry: number, quality: number): void {
  if (quality > (best[entry] ?? 0)) best[entry] = quality;
}

/** Short words are mistaken for each other: up to three letters only what sounds the same is similar. */
function maxDistanceOf(typed: string, { weight }: PhoneticKey): number {
  return [...typed].length <= 3 ? 0.1 : maxDistance(weight);
}

function beginningOf(word: string): string {
  return word.slice(0, 2);
}

function isSpoken(word: string): boolean {
  return /^[\u0980-\u09FFa-z]{2,32}$/u.test(word) && !/\d/.test(word);
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
