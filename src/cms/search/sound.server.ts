import { spelledInBengali } from '#api/latin-spelling.ts';

/**
 * The letters that a sound stands for: consonants that sound alike are one, the inherent vowel and ও are none. `y` is য
 * inside a word, `D` is ড.
 */
const lettersOf = {
  k: 'ক খ',
  g: 'গ ঘ',
  N: 'ং',
  c: 'চ ছ',
  j: 'জ ঝ',
  t: 'ত থ ট ঠ',
  d: 'দ ধ',
  D: 'ড ঢ',
  n: 'ন ণ ঞ',
  p: 'প',
  f: 'ফ',
  b: 'ব ভ',
  m: 'ম',
  y: 'য',
  r: 'র',
  l: 'ল',
  s: 'স',
  h: 'হ',
  a: 'আ া',
  i: 'ই ি ঐ ৈ',
  u: 'উ ু ঔ ৌ',
  e: 'এ ে',
  ri: 'ঋ ৃ',
};
const sounds = new Map(
  Object.entries(lettersOf).flatMap(([sound, letters]) => letters.split(' ').map((letter) => [letter, sound] as const)),
);

/** Latin words may be romanised Bengali (`cabi`) or English (`office`), so both keys are returned. */
export function phoneticKeys(folded: string): string[] {
  if (!/[a-z]/.test(folded)) return [soundOfBengali(folded)];
  const single = folded
    .replace(/([^ceo\d])\1+/g, '$1')
    .replace(/cch/g, 'ch')
    .replace(/ksh/g, 'kh');
  return [...new Set([single, asEnglish(single)].map((word) => soundOfBengali(spelledInBengali(word))))];
}

/** A phonetic key, with what tells quickly that another one is far away. */
export interface PhoneticKey {
  letters: string;
  /** The number of its consonants. */
  weight: number;
  /** A bit for each consonant that nothing else sounds like. */
  consonants: number;
}

export function measuredKeys(folded: string): PhoneticKey[] {
  return phoneticKeys(folded).map((letters) => {
    let consonants = 0;
    for (const one of letters.replace(/[aiueydDrNnjgf]/g, '')) consonants |= 1 << (one.charCodeAt(0) & 31);
    return { letters, weight: [...letters].filter((one) => !isLight(one)).length, consonants };
  });
}

/** The class of the first consonant, which typing errors rarely change. */
export function firstOf({ letters }: PhoneticKey): string {
  const [first = ''] = letters.replace(/[aiue]/g, '');
  return classes[first] ?? first;
}

const classes: Record<string, string> = { g: 'k', s: 'c', y: 'j', d: 't', D: 't', r: 't', p: 'b', f: 'b', N: 'n' };

function soundOfBengali(word: string): string {
  return [
    ...word
      .normalize('NFC')
      .replace(/[\u09BC\u0981]/gu, '')
      .replace(/ঈ|ী/gu, 'ি')
      .replace(/শ|ষ/gu, 'স')
      .replace(/^য/u, 'জ')
      .replace(/[অএ]্যা/gu, 'আ')
      .replace(/্যা/gu, 'া')
      .replace(/্য/gu, '')
      .replace(/ক্স/gu, 'ক')
      .replace(/জ্ঞ/gu, 'গ')
      .replace(/(?<![মরব])্ব/gu, '')
      .replace(/ং্?গ/gu, 'ং'),
  ]
    .map((sign) => sounds.get(sign) ?? (sign === '্' ? sign : /[a-z\d]/.test(sign) ? sign : ''))
    .join('')
    .replace(/(.)্\1/gu, '$1')
    .replaceAll('্', '');
}

function asEnglish(word: string): string {
  return word
    .replace(/[st]ion/g, 'shon')
    .replace(/xc/g, 'x')
    .replace(/ck/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c(?!h)/g, 'k')
    .replace(/g(?=[eiy])/g, 'j')
    .replace(/ea/g, 'i')
    .replace(/e$/, '')
    .replace(/y$/, 'i');
}

/** Edit costs: consonants 1; vowels and sounds that are often confused or left out less. */
const light = 0.3;
const alike: Record<string, number> = {
  Dr: 0.1,
  Dd: 0.1,
  Dt: 0.7,
  jy: 0.1,
  Nn: light,
  cs: 0.5,
  gj: 0.6,
  kg: 0.7,
  dt: 0.7,
  bp: 0.7,
  fp: 0.8,
};
const isLight = (sound: string | undefined) => sound !== undefined && 'aiuey'.includes(sound);

export function maxDistance(weight: number): number {
  if (weight < 3) return 0.3;
  if (weight < 4) return 0.7;
  return weight < 6 ? 1 : 2;
}

/**
 * Weighted edit distance to the other key or its prefix, about 1 a consonant. Infinite above `most`. A letter after the
 * typed ones may be a suffix, or not typed yet, so that it costs little; 1 compares whole keys.
 */
export function distance(
  { letters: typed, consonants }: PhoneticKey,
  known: PhoneticKey,
  most: number,
  suffixCost = 0.02,
): number {
  // Each consonant that the other one lacks costs at least as much as the cheapest change.
  if (bitsIn(consonants & ~known.consonants) * 0.5 > most) return Number.POSITIVE_INFINITY;
  const other = known.letters;
  let row = [0];
  for (let at = 1; at <= other.length; at++) row[at] = (row[at - 1] ?? 0) + leaving(other, at - 1);
  for (let place = 1; place <= typed.length; place++) {
    const next = [(row[0] ?? 0) + leaving(typed, place - 1)];
    let least = next[0] ?? 0;
    for (let at = 1; at <= other.length; at++) {
      const cost = Math.min(
        (row[at - 1] ?? 0) + changing(typed[place - 1] ?? '', other[at - 1] ?? ''),
        (row[at] ?? 0) + leaving(typed, place - 1),
        (next[at - 1] ?? 0) + leaving(other, at - 1),
      );
      next[at] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return Number.POSITIVE_INFINITY;
    row = next;
  }
  return Math.min(...row.map((cost, at) => cost + (other.length - at) * suffixCost));
}

function bitsIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function leaving(sound: string, at: number): number {
  return isLight(sound[at]) || sound[at] === sound[at - 1] ? light : 1;
}

function changing(one: string, other: string): number {
  if (one === other) return 0;
  if (isLight(one) && isLight(other)) return light;
  return alike[one + other] ?? alike[other + one] ?? 1;
}
