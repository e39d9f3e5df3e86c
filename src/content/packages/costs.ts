import { latinDigits } from '#api/text.ts';

/** Larger than any school. */
export const mostStudents = 100_000;

export type Cost =
  | { status: 'known'; firstYear: number; laterYears: number }
  /** A price is text instead of a number: by agreement. */
  | { status: 'open' }
  | { status: 'too-many'; limit: number }
  | { status: 'too-few'; limit: number };

interface Sized {
  package_name: string;
  students_from?: number | null;
  students_to?: number | null;
}

interface Priced extends Sized {
  installation_cost: string;
  monthly_charge: string;
}

/**
 * First year: installation plus twelve months; later years: twelve months. The number of students matters only where
 * staff wrote a range, a charge 'প্রতি শিক্ষার্থী', or a name such as '৫০০ শিক্ষার্থী পর্যন্ত'.
 */
export function costOf(item: Priced, students: number): Cost {
  const { least, most } = sizeOf(item);
  if (most !== null && students > most) return { status: 'too-many', limit: most };
  if (least !== null && students < least) return { status: 'too-few', limit: least };
  const once = chargeOf(item.installation_cost, students);
  const month = chargeOf(item.monthly_charge, students);
  if (once === null || month === null) return { status: 'open' };
  return {
    status: 'known',
    firstYear: once + 12 * month,
    laterYears: 12 * month,
  };
}

/** Accepts Bengali and Latin digits, grouped or not; null unless it is from 1 to `mostStudents`. */
export function readStudents(text: string): number | null {
  const plain = latinDigits(text).replace(/(?<=\d),(?=\d)|\s|জন$/gu, '');
  if (!/^\d{1,9}$/.test(plain)) return null;
  const students = Number(plain);
  return students >= 1 && students <= mostStudents ? students : null;
}

const perStudent =
  /(?:প্রতি\s*(?:জন\s*)?(?:শিক্ষার্থী|ছাত্র)(?:র|ের)?|(?:শিক্ষার্থী|ছাত্র|জন)\s*-?\s*প্রতি|(?:per|each|\/)\s*student)/giu;
const free = /^(?:বিনামূল্যে|বিনা মূল্যে|ফ্রি|লাগবে না|নেই|free)$/iu;
const besideTheNumber = /[৳,\s]|টাকা|মাত্র|(?:tk|bdt)\.?|\/-|\/=/giu;

/** In taka; null where the text is no number. */
function chargeOf(text: string, students: number): number | null {
  const plain = latinDigits(text.normalize('NFC')).trim();
  if (free.test(plain)) return 0;
  const number = plain.replace(perStudent, '').replace(besideTheNumber, '');
  if (!/^\d{1,12}(?:\.\d+)?$/.test(number)) return null;
  const isPerStudent = number !== plain.replace(besideTheNumber, '');
  return isPerStudent ? Number(number) * students : Number(number);
}

const people = String.raw`\s*(?:জন)?\s*(?:শিক্ষার্থী|ছাত্র-?ছাত্রী|ছাত্র|জন|students?)`;
const between = new RegExp(String.raw`(\d+)\s*(?:-|–|—|থেকে|হতে|to)\s*(\d+)${people}`, 'iu');
const upTo = new RegExp(
  String.raw`(?:অনূর্ধ্ব|অনধিক|সর্বোচ্চ|up to)\s*(\d+)${people}|(\d+)${people}(?:র|ের)?\s*(?:পর্যন্ত|মধ্যে)`,
  'iu',
);
const moreThan = new RegExp(String.raw`(\d+)\s*\+${people}|(\d+)${people}(?:র|ের)?\s*বেশি`, 'iu');

/** Student range of a package: from its fields, else from its name. */
export function sizeOf({ package_name: name, students_from = null, students_to = null }: Sized) {
  return students_from === null && students_to === null
    ? sizeInName(name)
    : { least: students_from, most: students_to };
}

function sizeInName(name: string) {
  const plain = latinDigits(name.normalize('NFC')).replace(/(?<=\d),(?=\d)/g, '');
  const [, from, to] = between.exec(plain) ?? [];
  if (from && to) return { least: Number(from), most: Number(to) };
  const most = numberIn(upTo, plain);
  return { least: most === null ? numberIn(moreThan, plain) : null, most };
}

function numberIn(pattern: RegExp, text: string): number | null {
  const [, one, other = one] = pattern.exec(text) ?? [];
  return other ? Number(other) : null;
}
