import { setTimeout as sleep } from 'node:timers/promises';
import { latinDigits } from '#api/text.ts';
import { foldedWords, isFormOf, withoutEnding, wordsIn } from '#cms/search/fold.server.ts';
import { isIgnored, type SearchQuery, type Synonyms, termsOf } from '#cms/search/query.server.ts';
import type { Searchable, SearchEntry } from '#cms/search/search-index.server.ts';
import { phoneticKeys } from '#cms/search/sound.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { readStudents } from '#content/packages/costs.ts';
import { allPackageGroups, type PackageGroup } from '#content/packages/kind.server.ts';
import { cheapestOf } from '#content/packages/price-line.tsx';
import { calculateQuote, quoteInWords, quotePath } from '#content/packages/quote.ts';
import { calculatorWords, packageStrings, priceLineWords } from '#content/packages/strings.ts';
import { builtInHero } from '#content/settings/built-in.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { type SiteSettings, vendorKind, whatsappLink } from '#content/settings/schema.ts';
import { parseSynonyms } from '#content/settings/synonyms.server.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';
import type { Site } from '../site.server.ts';
import type { SearchAnswer, SearchResult } from './schema.ts';
import { searchStrings } from './strings.ts';

/** Pages without records. */
const listPages = ['features', 'packages', 'clients', 'news', 'downloads'] as const;

/** Search entries for the site's pages (by title and description) and for the vendor's contact data. */
const searchableSite: Searchable = {
  collection: vendorKind,
  found: { page: { rank: 10, label: 'পাতা' }, contact: { rank: 11, label: 'যোগাযোগ' } },
  entriesOf: async (database) => {
    const settings = await siteSettings(database);
    const entries = [...contactsOf(settings), ...listPages.map((page) => pageEntry(settings, page))];
    return entries.map((entry, recordId) => ({ ...entry, recordId }));
  },
};

export const searchableContent = [...allKindsOnServer.flatMap(({ searchable }) => searchable ?? []), searchableSite];

type Entry = Omit<SearchEntry, 'recordId'>;

function pageEntry(settings: SiteSettings, page: (typeof listPages)[number]): Entry {
  const { title, description } = settings.pages[page];
  // The page's name precedes the vendor's name.
  const [name = title] = title.split(/\s*[|:]/);
  return { kind: 'page', title: name, text: description, byTitleOnly: true, url: pages[page] };
}

/** Those that the vendor has, the form for a demo first. */
function contactsOf({ phone, whatsapp, email, address, social, customers, hero }: SiteSettings): Entry[] {
  // The built-in hint promises a link, which nobody is mailed while no demo access is set.
  const hint = hero.hint === builtInHero.hint ? 'চারটি তথ্য দিন, আমরা যোগাযোগ করব।' : hero.hint;
  const form = [hint, phone?.shown, address].filter(Boolean).join(' ');
  const contacts: [title: string, url: string | null, text?: string | null | undefined][] = [
    ['ডেমো ও যোগাযোগ', `${pages.home}#${demoFormAnchor}`, form],
    ['ফোন', phone && `tel:${phone.number}`, phone && `যোগাযোগের মোবাইল নম্বর ${phone.shown}`],
    ['হোয়াটসঅ্যাপ', whatsapp && whatsappLink(whatsapp), whatsapp?.shown],
    ['ইমেইল', email && `mailto:${email}`, email],
    ['অফিসের ঠিকানা', address && `${pages.home}#footer-navigation`, address],
    ['লগইন', customers?.link ?? pages.login, customers?.text],
    ...social.map(({ network, url }): [string, string] => [network, url]),
  ];
  return contacts.flatMap(([title, url, text]) => {
    // The words of an address are like too many others.
    const byTitleOnly = title === 'ইমেইল';
    return url ? { kind: 'contact', title, text: text ?? '', byTitleOnly, url } : [];
  });
}

const labels = new Map(
  searchableContent.flatMap(({ found }) => Object.entries(found).map(([kind, { label }]) => [kind, label] as const)),
);

/** Milliseconds that a search waits for an index that is still being built. */
const maxWait = 2_000;
/** Length of an excerpt in UTF-16 units; the answer of a question is shown whole where it fits. */
const excerptLength = 180;
const answerLength = 420;

/** One page of search results, the last one instead of any after it. */
export async function readResults(
  site: Pick<Site, 'search' | 'database'>,
  query: SearchQuery,
  ownSynonyms: string,
  { page = 1, perPage }: { page?: number; perPage: number },
): Promise<SearchAnswer> {
  const { search } = site;
  await Promise.race([search.refresh(), sleep(maxWait, undefined, { ref: false })]);
  const synonyms = parseSynonyms(ownSynonyms);
  const price = await answerPriceQuestion(site, query.text, synonyms);
  await yieldToEventLoop();
  const terms = termsOf(price?.words ?? query.words, search.words, synonyms);
  const found = search.find(terms);
  const words = terms.flat().flatMap((alternative) => alternative.words);
  const last = Math.max(1, Math.ceil(found.hits.length / perPage));
  const from = (Math.min(page, last) - 1) * perPage;
  const read = await search.read(found.hits.slice(from, from + perPage));
  await yieldToEventLoop();
  const results = read.flatMap(([entry, part]) => (entry ? resultOf(entry, part, words) : []));
  if (page === 1) results.unshift(...(price?.costs ?? []));
  return { query: query.text, total: found.hits.length, more: found.more, results };
}

function resultOf(
  { kind, url, within, title, text }: SearchEntry,
  part: SearchEntry | undefined,
  words: string[],
): SearchResult {
  const name = within ? `${within}: ${title}` : title;
  return {
    kind,
    label: labels.get(kind) ?? '',
    url,
    title: markWords(name.normalize('NFC'), words),
    excerpt: excerptOf(text.normalize('NFC'), words, kind === 'question' ? answerLength : excerptLength),
    part: part ? { url: part.url, title: markWords(part.title.normalize('NFC'), words) } : null,
  };
}

interface ExcerptPiece {
  text: string;
  hit: boolean;
}

export function markWords(text: string, words: string[]): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  let done = 0;
  for (const { start, end } of hitsIn(text, words)) {
    if (start > done) pieces.push({ text: text.slice(done, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

/** About `length` UTF-16 units around the first hit, cut between words; the beginning if there is no hit. */
export function excerptOf(text: string, words: string[], length = excerptLength): ExcerptPiece[] {
  if (text.length <= length) return markWords(text, words);
  const [first] = hitsIn(text, words);
  const wanted = Math.max(0, (first?.start ?? 0) - length / 4);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted - 1) + 1;
  const end = start + length >= text.length ? text.length : lastBlank(text, start, start + length);
  const pieces = markWords(text.slice(start, end), words);
  if (start > 0) pieces.unshift({ text: '... ', hit: false });
  if (end < text.length) pieces.push({ text: '...', hit: false });
  return pieces;
}

function* hitsIn(text: string, words: string[]): Generator<{ start: number; end: number }> {
  for (const { word, start, end } of wordsIn(text)) {
    const isHit = (folded: string) =>
      words.some((wanted) => isFormOf(folded, wanted) || (wanted.length > 3 && folded.startsWith(wanted)));
    if (foldedWords(word).some(isHit)) yield { start, end };
  }
}

function lastBlank(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank > from ? blank : to;
}

const priceWords = spoken(
  'কত কতো দাম মূল্য খরচ রেট টাকা চার্জ প্যাকেজ ইনস্টলেশন সেটআপ price prices cost charge charges rate package pricing discount ডিসকাউন্ট installation setup much কোটেশন quotation ভ্যাট vat',
);
const people = spoken('ছাত্র ছাত্রী ছাত্রছাত্রী শিক্ষার্থী জন student students pupils');
const others = spoken(
  'মাসে মাসিক মাস বছরে বছর বাৎসরিক একবার একবারে প্রথমবার প্রতি মোট ফি ইনস্টল লিস্ট তালিকা প্রতিষ্ঠান পড়বে পড়ে নিলে কিনতে সেন্টার ডিগ্রি',
  'month monthly year yearly per total fee install list plan institution center degree',
);

/**
 * Answers a query of nothing but what the calculator knows, or with a number of students and a word of money. Null for
 * other queries. `words` are those to look for beside the answer.
 */
async function answerPriceQuestion(
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
    kinds.includes(word) || isIgnored(word, synonyms) || isOneOf(word, people, priceWords, others);
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
  return costResult(quotePath(quote), `${group.name}: ${title}`, years);
}

function leastCosts(groups: PackageGroup[]): SearchResult {
  const costs = groups.flatMap(({ name, packages }) => {
    const item = cheapestOf(packages);
    return item ? `${name} ${priceLineWords.from(bengaliMoney(item.monthly_charge))}` : [];
  });
  return costResult(pages.calculator, calculatorWords.heading, [...costs, priceLineWords.leadToCalculator].join('। '));
}

function costResult(url: string, title: string, excerpt: string): SearchResult {
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
