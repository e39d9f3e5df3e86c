/** Larger than any school. */
export const mostStudents = 100_000;

export type Cost =
  | { status: 'known'; firstYear: number; laterYears: number /** Of the later years. */; monthlyPerStudent: number }
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
  const installation = chargeOf(item.installation_cost);
  const monthly = chargeOf(item.monthly_charge);
  if (!installation || !monthly) return { status: 'open' };
  const once = installation.perStudent ? installation.taka * students : installation.taka;
  const month = monthly.perStudent ? monthly.taka * students : monthly.taka;
  return {
    status: 'known',
    firstYear: once + 12 * month,
    laterYears: 12 * month,
    monthlyPerStudent: month / students,
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

function chargeOf(text: string): { taka: number; perStudent: boolean } | null {
  const plain = latinDigits(text.normalize('NFC')).trim();
  if (free.test(plain)) return { taka: 0, perStudent: false };
  const number = plain.replace(perStudent, '').replace(besideTheNumber, '');
  if (!/^\d{1,12}(?:\.\d+)?$/.test(number)) return null;
  return { taka: Number(number), perStudent: number !== plain.replace(besideTheNumber, '') };
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

function sizeInName(name: string): { least: number | null; most: number | null } {
  const plain = latinDigits(name.normalize('NFC')).replace(/(?<=\d),(?=\d)/g, '');
  const [, from, to] = between.exec(plain) ?? [];
  if (from && to) return { least: Number(from), most: Number(to) };
  const [, limit, otherLimit] = upTo.exec(plain) ?? [];
  if (limit ?? otherLimit) return { least: null, most: Number(limit ?? otherLimit) };
  const [, floor, otherFloor] = moreThan.exec(plain) ?? [];
  if (floor ?? otherFloor) return { least: Number(floor ?? otherFloor), most: null };
  return { least: null, most: null };
}

function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}
