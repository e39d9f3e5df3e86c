import type { Generated } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/database/open.server.ts';
import { distance, phoneticKeys, weightOf } from './sound.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    findable_words: { id: Generated<number>; word: string };
  }
}

/** Memory limit; words beyond it are found by exact spelling only. */
const mostWords = 150_000;

const mostAlike = 6;

interface Known {
  sound: string;
  mask: number;
}

/** Unused words are never removed, which is harmless. Call it while the search is locked. */
export async function indexWords(transaction: Database, words: Iterable<string>): Promise<void> {
  const newWords = [...new Set(words)].filter(isWord).sort();
  for (let from = 0; from < newWords.length; from += 500) {
    await transaction
      .insertInto('findable_words')
      .values(newWords.slice(from, from + 500).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const atOnce = 2_000;

/** The vocabulary in memory; before each search, new words are read. */
export class Vocabulary {
  readonly #database: Database;
  /** By the first consonant's class, which typing errors rarely change. */
  readonly #words = new Map<string, Map<string, Known>>();
  readonly #answers = new LRUCache<string, string[]>({ max: 1_000 });
  #count = 0;
  #last = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async learn(): Promise<void> {
    for (let read = atOnce; read === atOnce && this.#count < mostWords; ) {
      const words = this.#database.selectFrom('findable_words').selectAll().where('id', '>', this.#last);
      const rows = await words.orderBy('id').limit(atOnce).execute();
      for (const { id, word } of rows) if (id > this.#last) this.#add(id, word);
      read = rows.length;
    }
  }

  #add(id: number, word: string): void {
    const [sound = ''] = phoneticKeys(word);
    const first = firstOf(sound);
    const words = this.#words.get(first) ?? new Map<string, Known>();
    words.set(word, { sound, mask: maskOf(sound) });
    this.#words.set(first, words);
    this.#answers.clear();
    this.#count++;
    this.#last = id;
  }

  has(beginning: string): boolean {
    const [sound = ''] = phoneticKeys(beginning);
    const first = firstOf(sound);
    for (const [other, words] of this.#words) {
      if (first !== '' && first !== other) continue;
      for (const word of words.keys()) if (word.startsWith(beginning)) return true;
    }
    return false;
  }

  alike(typed: string, slack = 1): string[] {
    const question = `${slack} ${typed}`;
    const answer = this.#answers.get(question) ?? this.#nearest(typed, slack);
    this.#answers.set(question, answer);
    return answer;
  }

  #nearest(typed: string, slack: number): string[] {
    const most = (sound: string) => maxDistance(weightOf(sound)) * slack;
    const found = phoneticKeys(typed).flatMap((sound) => [...this.#near(sound, most(sound), /[a-z]/.test(typed))]);
    const nearest = found.sort((one, other) => one.far - other.far || one.word.length - other.word.length);
    const least = nearest[0]?.far ?? 0;
    const words = nearest.filter(({ far }) => far <= least + 0.3).map(({ word }) => word);
    return [...new Set(words)].slice(0, mostAlike);
  }

  *#near(sound: string, most: number, isLatin: boolean): Generator<{ word: string; far: number }> {
    const mask = maskOf(sound);
    // Short keys match the beginnings of too many words; Latin ones are allowed more, as nothing else finds them.
    const weight = weightOf(sound);
    const longest = weight < 3 ? sound.length + 1 : Number.POSITIVE_INFINITY;
    for (const [word, known] of this.#words.get(firstOf(sound)) ?? []) {
      if (bitsOf(mask & ~known.mask) * 0.5 > most) continue;
      if (known.sound.length > longest && (weight < 2 || !isLatin || !known.sound.startsWith(sound))) continue;
      const far = distance(sound, known.sound, most);
      if (far <= most) yield { word, far };
    }
  }
}

export function maxDistance(weight: number): number {
  if (weight < 3) return weight * 0.3;
  if (weight < 4) return 1;
  return weight < 6 ? 1.3 : 2;
}

function isWord(word: string): boolean {
  return word.length > 1 && word.length <= 32 && /^[\u0980-\u09FFa-z\u200C\u200D]+$/u.test(word) && !/\d/.test(word);
}

function firstOf(sound: string): string {
  const [first = ''] = sound.replace(/[aiue]/g, '');
  return taken[first] ?? first;
}

const taken: Record<string, string> = { g: 'k', s: 'c', y: 'j', d: 't', D: 't', r: 't', p: 'b', N: 'n' };

function maskOf(sound: string): number {
  let mask = 0;
  for (const one of sound.replace(/[aiueyDrNnjg]/g, '')) mask |= 1 << (one.charCodeAt(0) & 31);
  return mask;
}

function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}
