import { costOf, readStudents, sizeOf } from './costs.ts';
import type { Package, PackageGroup } from './schema.ts';

/** Where an answer begins, which has the focus then: browsers give it to what an address names. */
export const answerAnchor = 'quote';

/** What the address of a calculation says, as it was typed; empty where it says nothing. */
export const questions = ['kind', 'students', 'sms', 'package'] as const;

export type Asked = Record<(typeof questions)[number], string>;

/** One package for one institution, with what it costs in taka. */
export interface Quote {
  group: PackageGroup;
  item: Package;
  students: number;
  /** A month, and what they cost; null where nobody asked, or their price is not told. */
  sms: { count: number; price: number; cost: number } | null;
  firstYear: number;
  laterYear: number;
  month: number;
  perStudent: number;
}

/** What is wrong with what was asked, and the answer where nothing is. */
export interface Answer {
  wrong: { students: boolean; sms: boolean };
  students: number | null;
  /** A month. */
  sms: number | null;
  group: PackageGroup | null;
  /** Null where there is no question, or where the price has to be talked about. */
  quote: Quote | null;
}

/** The package that suits an institution of so many students, or the one that was chosen, with what it costs. */
export function answer(groups: PackageGroup[], asked: Asked): Answer {
  const students = readStudents(asked.students);
  const count = readStudents(asked.sms);
  const group = groups.find(({ id }) => String(id) === asked.kind) ?? (groups.length === 1 ? groups[0] : null) ?? null;
  const isAsked = Object.values(asked).some((text) => text !== '');
  const wrong = { students: isAsked && students === null, sms: asked.sms !== '' && count === null };
  const item = group && students && (chosenIn(group, asked) ?? suitable(group, students));
  const isRight = !wrong.students && !wrong.sms;
  return { wrong, students, sms: count, group, quote: item && isRight ? quoteOf(group, item, students, count) : null };
}

function chosenIn(group: PackageGroup, asked: Asked): Package | undefined {
  return group.packages.find(({ id }) => String(id) === asked.package);
}

/** Of those that are for so many students: one that says so before others, then what staff recommend, then the cheapest. */
function suitable(group: PackageGroup, students: number): Package | null {
  const known = group.packages.flatMap((item) => {
    const cost = costOf(item, students);
    if (cost.status !== 'known') return [];
    const { least, most } = sizeOf(item);
    return [{ item, isSized: least !== null || most !== null, firstYear: cost.firstYear }];
  });
  known.sort(
    (one, other) =>
      Number(other.isSized) - Number(one.isSized) ||
      other.item.recommended - one.item.recommended ||
      one.firstYear - other.firstYear,
  );
  return known[0]?.item ?? null;
}

function quoteOf(group: PackageGroup, item: Package, students: number, count: number | null): Quote | null {
  const cost = costOf(item, students);
  if (cost.status !== 'known') return null;
  const price = Number(group.sms_price);
  const sms = count && price > 0 ? { count, price, cost: count * price } : null;
  const laterYear = cost.laterYears + 12 * (sms?.cost ?? 0);
  return {
    ...{ group, item, students, sms, laterYear },
    firstYear: cost.firstYear + 12 * (sms?.cost ?? 0),
    month: laterYear / 12,
    perStudent: laterYear / 12 / students,
  };
}
