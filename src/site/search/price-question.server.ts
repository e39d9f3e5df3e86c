import { latinDigits } from '#api/text.ts';
import { foldedWords, isFormOf, withoutEnding } from '#cms/search/fold.server.ts';
import { isStopWord, type Synonyms, termsOf } from '#cms/search/query.server.ts';
import { phoneticKeys } from '#cms/search/sound.server.ts';
import { readStudents } from '#content/packages/costs.ts';
import { allPackageGroups, type PackageGroup } from '#content/packages/kind.server.ts';
import { cheapestOf } from '#content/packages/price-line.tsx';
import { calculateQuote, quoteInWords, quotePath } from '#content/packages/quote.ts';
import { calculatorWords, packageStrings, priceLineWords } from '#content/packages/strings.ts';
import { pages } from '#paths.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';
import type { Site } from '../site.server.ts';
import type { SearchResult } from './schema.ts';
import { searchStrings } from './strings.ts';

const priceWords = spoken(
  'কত কতো দাম মূল্য খরচ রেট টাকা চার্জ প্যাকেজ ইনস্টলেশন সেটআপ price prices cost charge charges rate package pricing discount ডিসকাউন্ট installation setup',
);
const people = spoken('ছাত্র ছাত্রী ছাত্রছাত্রী শিক্ষার্থী জন student students pupils');
const others = spoken(
  'মাসে মাসিক মাস বছরে বছর বাৎসরিক প্রতি মোট ফি ইনস্টল লিস্ট তালিকা প্রতিষ্ঠান পড়বে পড়ে নিলে কিনতে সেন্টার ডিগ্রি',
  'month monthly year yearly per total fee install list plan institution center degree',
);

/**
 * Answers a query of nothing but what the calculator knows, or with a number of students and a word of money. Null for
 * other queries. `words` are those to look for beside the answer.
 */
export async function answerPriceQuestion(
  { database, search }: Pick<Site, 'database' | 'search'>,
  text: string,
  synonyms: Synonyms,
): Promise<{ costs: SearchResult[]; words: string[] } | null> {
  const { students, words } = readNumber(text);
  const isOfMoney = words.some((word) => isOneOf(word, priceWords));
  if (words.length === 0 || !(isOfMoney || students)) return null;
  const all = await allPackageGroups(database);
  const named = words.map((word) => {
    const meant = termsOf([word], search.words, synonyms).flatMap((term) => term.flatMap(({ words }) => words));
    return all.filter(({ name }) => foldedWords(name).some((one) => meant.some((other) => isFormOf(other, one))));
  });
  const kinds = words.filter((_, at) => named[at]?.length);
  const isKnown = (word: string) =>
    kinds.includes(word) || isStopWord(word) || isOneOf(word, people, priceWords, others);
  const isOnlyPrice = words.every(isKnown);
  const isCounted = students !== null && words.some((word) => isOneOf(word, people));
  if (!isOnlyPrice && !(isCounted && (isOfMoney || kinds.length > 0))) return null;
  const groups = all.filter((group) => kinds.length === 0 || named.flat().includes(group));
  return {
    costs: students ? groups.flatMap((group) => costFor(group, students)) : [leastCosts(groups)],
    words: isOnlyPrice ? [...foldedWords(packageStrings.heading), ...kinds] : words,
  };
}

/** Computed as the calculator does. */
function costFor(group: PackageGroup, students: number): SearchResult | [] {
  const { quote } = calculateQuote([group], { kind: '', students: String(students), sms: '', package: '' });
  if (!quote) return [];
  const { title, years } = quoteInWords(quote);
  return resultOf(quotePath(quote), `${group.name}: ${title}`, years);
}

function leastCosts(groups: PackageGroup[]): SearchResult {
  const costs = groups.flatMap(({ name, packages }) => {
    const item = cheapestOf(packages);
    return item ? `${name} ${priceLineWords.from(bengaliMoney(item.monthly_charge))}` : [];
  });
  return resultOf(pages.calculator, calculatorWords.heading, [...costs, priceLineWords.leadToCalculator].join('। '));
}

function resultOf(url: string, title: string, excerpt: string): SearchResult {
  const pieces = (text: string) => [{ text, hit: false }];
  return { kind: 'cost', label: searchStrings.cost, url, title: pieces(title), excerpt: pieces(excerpt), part: null };
}

/** Takes the first number out of the text, `৫শ` and `১ হাজার` too; `words` are the others. */
function readNumber(text: string): { students: number | null; words: string[] } {
  const plain = latinDigits(text.normalize('NFC'))
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/(?<=\d)\s*(?:শত|শো|শ)(?![\p{L}\p{M}])/u, '00')
    .replace(/(?<=\d)\s*হাজার/u, '000');
  const [written = ''] = /\d+/.exec(plain) ?? [];
  return { students: readStudents(written), words: foldedWords(plain.replace(written, ' ')) };
}

function isOneOf(word: string, ...lists: Set<string>[]): boolean {
  const forms = [word, withoutEnding(word)].flatMap((one) => [one, ...phoneticKeys(one)]);
  return forms.some((form) => lists.some((list) => list.has(form)));
}

function spoken(...lists: string[]): Set<string> {
  return new Set(foldedWords(...lists).flatMap((word) => [word, ...phoneticKeys(word)]));
}
