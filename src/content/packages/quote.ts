import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import type { ChosenPackage } from '#ui/site/chosen-package.ts';
import { costOf, readStudents, sizeOf } from './costs.ts';
import type { Package, PackageGroup } from './kind.server.ts';
import { money, calculatorWords as words } from './strings.ts';

/** Fragment of the answer; browsers move the focus to it. */
export const answerAnchor = 'quote';

export const quoteParameters = ['kind', 'students', 'sms', 'package'] as const;

export type QuoteInput = Record<(typeof quoteParameters)[number], string>;

/** Amounts in taka. */
export interface Quote {
  group: PackageGroup;
  item: Package;
  students: number;
  /** Per month; null where not asked for, or without a price. */
  sms: { count: number; price: number; cost: number } | null;
  firstYear: number;
  laterYear: number;
  month: number;
  perStudent: number;
}

export interface QuoteResult {
  wrong: { students: boolean; sms: boolean };
  students: number | null;
  /** Per month. */
  sms: number | null;
  group: PackageGroup | null;
  /** Null without input, or where the price is by agreement. */
  quote: Quote | null;
}

/** The address of a calculation. */
export function quotePath({ group, item, students, sms }: Quote): string {
  const query = { kind: String(group.id), students: String(students), ...(sms && { sms: String(sms.count) }) };
  return pages.packagesFor({ ...query, package: String(item.id) }, answerAnchor);
}

/** 'পল্লব, ৪৫০ শিক্ষার্থী: মাসে ৳ ১,২০০', and what it costs by the year. */
export function quoteInWords({ group, item, students, firstYear, laterYear, month }: Quote) {
  return {
    title: `${item.package_name}, ${bengaliDigits(students)} শিক্ষার্থী: মাসে ${money(month)}`,
    years: `${group.name}: ${words.firstYear} ${money(firstYear)}, ${words.laterYears} ${money(laterYear)}।`,
  };
}

/** For the selected package, or the one that suits the number of students. */
export function calculateQuote(groups: PackageGroup[], input: QuoteInput): QuoteResult {
  const students = readStudents(input.students);
  const count = readStudents(input.sms);
  const group = groups.find(({ id }) => String(id) === input.kind) ?? (groups.length === 1 ? groups[0] : null) ?? null;
  const hasInput = Object.values(input).some((text) => text !== '');
  const wrong = { students: hasInput && students === null, sms: input.sms !== '' && count === null };
  if (!group || !students || wrong.sms) return { wrong, students, sms: count, group, quote: null };
  const selected = group.packages.find(({ id }) => String(id) === input.package);
  const suitable = findSuitable(group, students);
  const quote =
    (selected && quoteOf(group, selected, students, count)) ?? (suitable && quoteOf(group, suitable, students, count));
  return { wrong, students, sms: count, group, quote };
}

/** Order: packages with an explicit student range, then recommended, then cheapest. */
function findSuitable(group: PackageGroup, students: number): Package | null {
  const priced = group.packages.flatMap((item) => {
    const cost = costOf(item, students);
    if (cost.status !== 'known') return [];
    const { least, most } = sizeOf(item);
    return [{ item, isSized: least !== null || most !== null, firstYear: cost.firstYear }];
  });
  priced.sort(
    (one, other) =>
      Number(other.isSized) - Number(one.isSized) ||
      other.item.recommended - one.item.recommended ||
      one.firstYear - other.firstYear,
  );
  return priced[0]?.item ?? null;
}

/** The cost of one package; null where its price is by agreement, or it is for other numbers of students. */
export function quoteOf(group: PackageGroup, item: Package, students: number, count: number | null): Quote | null {
  const cost = costOf(item, students);
  if (cost.status !== 'known') return null;
  const price = Number(group.sms_price);
  const sms = count && price > 0 ? { count, price, cost: count * price } : null;
  const laterYear = cost.laterYears + 12 * (sms?.cost ?? 0);
  return {
    group,
    item,
    students,
    sms,
    laterYear,
    firstYear: cost.firstYear + 12 * (sms?.cost ?? 0),
    month: laterYear / 12,
    perStudent: laterYear / 12 / students,
  };
}

/** Label of a package in a demo request: 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী'. */
export function chosenPackage(group: PackageGroup, item: Package, students: number): ChosenPackage {
  return {
    students: String(students),
    change: pages.packagesFor({ kind: String(group.id), students: String(students), package: String(item.id) }),
    package: `${item.package_name} (${group.name}), ${bengaliDigits(students)} শিক্ষার্থী`,
  };
}
