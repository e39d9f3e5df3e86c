import { latinDigits } from '#api/text.ts';
import { foldedWords, withoutEnding } from '#cms/search/fold.server.ts';
import { isStopWord, type SearchQuery, type Synonyms, sameMeaning } from '#cms/search/query.server.ts';
import { phoneticKeys } from '#cms/search/sound.server.ts';
import { money } from '#content/packages/amounts.ts';
import { readStudents } from '#content/packages/costs.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { answerAnchor, calculateQuote } from '#content/packages/quote.ts';
import type { PackageGroup } from '#content/packages/schema.ts';
import { calculatorWords, packageStrings } from '#content/packages/strings.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SearchAnswer } from './schema.ts';
import { searchStrings } from './strings.ts';

/** A query that asks for a price. */
interface PriceQuestion {
  price: NonNullable<SearchAnswer['price']>;
  /** Words to look for beside the calculation. */
  words: string[];
}

const priceWords = spoken(
  'দাম মূল্য খরচ রেট টাকা চার্জ প্যাকেজ ইনস্টলেশন সেটআপ installation setup price prices cost charge charges rate package pricing plan',
);
const amount = spoken('কত কতো');
const people = spoken('ছাত্র ছাত্রী শিক্ষার্থী জন student students pupil pupils');
const besides = spoken(
  'মাসে মাসিক মাস বছরে বছর বাৎসরিক প্রতি মোট ফি fee সফটওয়্যার সফটওয়ার ইনস্টল লিস্ট তালিকা প্রতিষ্ঠান',
  'পড়বে পড়ে নিলে কিনতে',
  'month monthly year yearly per total software system install list institution',
);
const vocabulary = [priceWords, amount, people, besides];

const multiples: Record<string, number> = { শত: 100, শ: 100, হাজার: 1_000, hundred: 100, thousand: 1_000 };
const number = new RegExp(`(\\d+)\\s*(?:(${Object.keys(multiples).join('|')})(?![\\p{L}\\p{M}]))?`, 'u');
const hundreds = foldedWords('একশ দুইশ তিনশ চারশ পাঁচশ ছয়শ সাতশ আটশ নয়শ');

/**
 * Reads a query that asks for a price: of nothing but what the calculator knows, or with a number of students and a word
 * of money. Null for other queries, and where there are no packages.
 */
export async function readPriceQuestion(
  database: Database,
  { text }: SearchQuery,
  synonyms: Synonyms,
): Promise<PriceQuestion | null> {
  const { students, words } = readNumber(text);
  const hasMoney = words.some((word) => isOneOf(word, priceWords));
  const hasAmount = words.some((word) => isOneOf(word, amount));
  if (!hasMoney && !hasAmount && students === null) return null;
  const all = await allPackageGroups(database);
  const named = words.map((word) => groupsNamed(word, all, synonyms));
  const kinds = words.filter((_, at) => named[at]?.length);
  const isOnlyPrice = words.every(
    (word) => kinds.includes(word) || isStopWord(word) || vocabulary.some((known) => isOneOf(word, known)),
  );
  const isCounted = students !== null && words.some((word) => isOneOf(word, people));
  const isOfKind = kinds.length > 0 && (hasAmount || students !== null);
  const isPrice = isOnlyPrice
    ? hasMoney || isCounted || isOfKind || (students !== null && hasAmount)
    : isCounted && hasMoney;
  if (!isPrice || all.length === 0) return null;
  const groups = all.filter((group) => kinds.length === 0 || named.flat().includes(group));
  return {
    price: {
      kinds: groups.map(({ id, name }) => ({ id, name })),
      costs: students === null ? [] : groups.map((group) => costIn(group, students)),
    },
    words: isOnlyPrice ? [...foldedWords(packageStrings.heading), ...kinds] : words,
  };
}

/** Computed as the calculator does. */
function costIn(group: PackageGroup, students: number) {
  const input = { kind: String(group.id), students: String(students) };
  const { quote } = calculateQuote([group], { ...input, sms: '', package: '' });
  return {
    title: `${group.name}, ${calculatorWords.people(students)}${quote ? `: ${quote.item.package_name}` : ''}`,
    month: quote ? searchStrings.monthly(money(quote.month)) : calculatorWords.open,
    years: quote ? searchStrings.years(money(quote.firstYear), money(quote.laterYear)) : '',
    url: pages.packagesFor(input, answerAnchor),
  };
}

/** Takes the first number out of the text; `words` are the others. */
function readNumber(text: string): { students: number | null; words: string[] } {
  const plain = latinDigits(text.normalize('NFC').toLowerCase()).replace(/(?<=\d),(?=\d)/g, '');
  const [written = '', digits, multiple = ''] = number.exec(plain) ?? [];
  const words = foldedWords(plain.replace(written, ' '));
  if (digits) return { students: readStudents(String(Number(digits) * (multiples[multiple] ?? 1))), words };
  const spelled = words.find((word) => hundreds.includes(word));
  if (!spelled) return { students: null, words };
  return { students: 100 * (hundreds.indexOf(spelled) + 1), words: words.filter((word) => word !== spelled) };
}

function groupsNamed(word: string, groups: PackageGroup[], synonyms: Synonyms): PackageGroup[] {
  const meant = spoken(word, withoutEnding(word), ...sameMeaning(word, synonyms));
  return groups.filter(({ name }) => foldedWords(name).some((one) => isOneOf(one, meant)));
}

function isOneOf(word: string, known: Set<string>): boolean {
  return [word, withoutEnding(word)].some((one) => known.has(one) || phoneticKeys(one).some((key) => known.has(key)));
}

function spoken(...lists: string[]): Set<string> {
  return new Set(foldedWords(...lists).flatMap((word) => [word, ...phoneticKeys(word)]));
}
