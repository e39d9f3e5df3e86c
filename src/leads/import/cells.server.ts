import { cleanAddress, cleanLine, cleanText, latinDigits, lengthOf } from '#api/text.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import type { dateOrders, Owner } from '../lead/schema.ts';
import { leadLimits, phoneInWords, type Stage, stageNames, stages } from '../lead/strings.ts';
import { readEmail, readNumber, readTaka } from '../lead/texts.server.ts';
import { fieldOf, type ImportField } from './columns.server.ts';

type Errors = Partial<Record<ImportField, string[]>>;

type Owners = (Owner & { email: string })[];

type Row = Partial<Record<ImportField, string>>;
export type ImportedLead = ReturnType<typeof readRow>['lead'];

/** What somebody writes where there is nothing. */
const placeholder =
  /^(?:[-–—_.*?/\\।]+|n\.?[/\\]?a\.?|none|nil|null|unknown|#(?:n\/a|ref!|value!|name\?|null!|div\/0!|num!)|নেই|নাই|জানা নেই|অজানা|প্রযোজ্য নয়)$/iu;

/** The texts of a row by field. What a second column adds goes into the note, or stands below for number and note. */
export function textsOf(cells: string[], heads: string[], fields: (ImportField | null)[]): Row {
  const texts: Row = {};
  for (const [at, column] of fields.entries()) {
    const text = cells[at]?.trim() ?? '';
    if (!column || text === '' || placeholder.test(cleanLine(text))) continue;
    const field = column === 'email' && texts.email ? 'note' : column;
    const labelled = field === 'note' && heads[at] && fieldOf(heads[at]) !== 'note' ? `${heads[at]}: ${text}` : text;
    texts[field] = texts[field] ? `${texts[field]}\n${labelled}` : labelled;
  }
  return texts;
}

/** Invalid cells are reported by field. Owners are matched by name or email address. */
export function readRow(cells: Row, owners: Owners, today: string, order: DateOrder = 'day_first') {
  const { errors, textOf, lineOf, read } = readerOf(cells);
  const dateError = t('Write the date as 2026-12-05.');
  const readDate = (text: string) => readDay(text, order);
  const name = textOf('name') || `${textOf('first_name')} ${textOf('last_name')}`.trim();
  const institute = textOf('institute_name');
  const { number, others } = splitNumbers(cells.number ?? '');
  if (cells.number && !number) errors.number = [t('This is no phone number.')];
  const added = others.length > 0 ? t`Other number: ${others.join(', ')}` : '';
  const stage =
    read('status', stageOf, t`Write one of ${stages.map((each) => t(stageNames[each])).join(', ')}.`) ?? 'new';
  const reason = textOf('lost_reason', leadLimits.lostReason);
  const lead = {
    name: name || institute,
    institute_name: institute || name,
    /** E.164, or empty if the file has none. */
    number,
    email: read('email', readEmail, t('This is no e-mail address.'), cleanAddress) ?? '',
    stage,
    lost_reason: stage === 'lost' ? reason || t('Not known (imported)') : null,
    owner_id: read('owner', (text) => ownerOf(text, owners), t('Nobody here has this name or address.')),
    next_step: lineOf('next_step', leadLimits.nextStep),
    next_step_on: read('next_step_on', readDate, dateError),
    note: [textOf('note', leadLimits.note, cleanParagraph), added].filter(Boolean).join('\n'),
    /** YYYY-MM-DD, or null for today. */
    received: read('received', readDate, dateError),
    students: lineOf('students'),
    package_note: lineOf('package_note'),
    value: read('value', readTaka, t('Write a whole number of taka.')),
    district: lineOf('district'),
    utm_source: platforms.get(textOf('source').toLowerCase()) ?? lineOf('source'),
    utm_medium: lineOf('medium'),
    utm_campaign: lineOf('campaign'),
  };
  if (lead.received !== null && lead.received > today) errors.received = [t('This day has not come yet.')];
  return {
    lead,
    errors: { ...missingOf(lead, errors), ...errors },
    hint: added && t('The other number goes into the note.'),
  };
}

function missingOf({ name, number, email }: { name: string; number: string; email: string }, errors: Errors): Errors {
  const missing: Errors = {};
  if (name === '') missing.name = [t('Write a name or an institute.')];
  if (!number && !email && !errors.number && !errors.email)
    missing.number = [t('Write a phone number or an e-mail address.')];
  return missing;
}

/** As the export of Lead Ads calls them. */
const platforms = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
]);

function readerOf(cells: Row) {
  const errors: Errors = {};
  const textOf = (field: ImportField, most: number = leadLimits.name, clean = cleanLine): string => {
    const text = clean(plain(cells[field]));
    if (lengthOf(text) > most) errors[field] = [t`At most ${most} characters.`];
    return text;
  };
  return {
    errors,
    textOf,
    lineOf: (field: ImportField, most?: number) => textOf(field, most) || null,
    read<T>(field: ImportField, parse: (text: string) => T | null, error: string, clean = cleanLine): T | null {
      const text = clean(plain(cells[field]));
      const value = text === '' ? null : parse(text);
      if (text !== '' && value === null) errors[field] = [error];
      return value;
    },
  };
}

/** Exports prefix cells that look like formulas with an apostrophe. */
function plain(cell = ''): string {
  return cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '');
}

function cleanParagraph(text: string): string {
  return cleanText(text.replace(/\r\n?/g, '\n')).trim();
}

/** The first number in E.164, or an empty text, and what else stands there. */
function splitNumbers(cell: string) {
  const pieces = cell
    .split(/[,;/|।\n\r]|\s(?:or|and|ও|বা|অথবা|এবং)\s/)
    .map((piece) => cleanLine(plain(piece.trim())))
    // Two numbers with nothing but a space between.
    .flatMap((piece) => (readNumber(piece) ? [piece] : piece.split(/\s+(?=[+0০])/)));
  const numbers = pieces.map((piece) => readNumber(piece));
  const number = numbers.find(Boolean);
  if (!number) return { number: readNumber(cleanLine(plain(cell))) ?? '', others: [] };
  const others = pieces.filter((piece, at) => numbers[at] !== number && /\p{Nd}/u.test(piece));
  return { number, others: [...new Set(others.map((piece) => phoneInWords(readNumber(piece) ?? piece)))] };
}

function stageOf(text: string): Stage | null {
  const wanted = text.toLowerCase().replaceAll('_', ' ');
  const inBengali = (stage: Stage) => inLanguage('bn', () => t(stageNames[stage]));
  return stages.find((stage) => [stageNames[stage].toLowerCase(), inBengali(stage)].includes(wanted)) ?? null;
}

function ownerOf(text: string, owners: Owners): number | null {
  const wanted = text.toLowerCase();
  const found = owners.filter(({ name, email }) => [name.toLowerCase(), email.toLowerCase()].includes(wanted));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

export type DateOrder = (typeof dateOrders)[number];

const numericDate = /^(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4}|\d{2})(?![\d/.-])/;

/** The order that these dates can have; as is usual in Bangladesh where they can have both. */
export function dateOrderOf(dates: (string | undefined)[]): { order: DateOrder; isUnsure: boolean } {
  const pairs = dates.map(
    (date) =>
      numericDate
        .exec(latinDigits(date ?? ''))
        ?.slice(1, 3)
        .map(Number) ?? [],
  );
  const isDayFirst = pairs.some(([first = 0]) => first > 12);
  const isMonthFirst = pairs.some(([, second = 0]) => second > 12);
  const hasBoth = pairs.some(([first = 13, second = 13]) => first <= 12 && second <= 12 && first !== second);
  return {
    order: isMonthFirst && !isDayFirst ? 'month_first' : 'day_first',
    isUnsure: isDayFirst === isMonthFirst && hasBoth,
  };
}

const months = ' jan|জান feb|ফেব mar|মার apr|এপ may|মে jun|জুন jul|জুল aug|আগ|অগ sep|সেপ oct|অক nov|নভ dec|ডিস'
  .split(' ')
  .map((names) => new RegExp(`(?<!\\p{L})(?:${names})[\\p{L}\\p{M}]*\\.?`, 'giu'));
const ending = /(?<=\d)(?:st|nd|rd|th|লা|রা|ঠা|ই|শে)(?!\p{L})/giu;

/** YYYY-MM-DD of a day with or without its time; a time with its zone is one in Dhaka. */
function readDay(text: string, order: DateOrder): string | null {
  const date = latinDigits(text);
  const [, y, m, d, rest = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(.*)/.exec(date) ?? [];
  const moment = new Date(/\d(?:Z| ?(?:GMT|UTC)|[+-]\d\d:?\d\d)|[AP]M (?:GMT|UTC)/i.test(rest) ? date : '');
  if (!Number.isNaN(moment.getTime())) return dayInDhaka(moment);
  if (y) return isoDay(y, m, d);
  // Workbooks count days from 1900.
  if (/^[34]\d{4}(?:\.\d+)?$/.test(date)) return dayAfter('1899-12-30', Math.floor(Number(date)));
  const named = months.reduce(
    (all, name, month) => (month ? all.replace(name, `m${month} `) : all),
    date.replace(ending, ''),
  );
  const [, month = '', before, after, ofYear] =
    /^(?:\p{L}[\p{L}\p{M}]+,? )?(?=.{0,4}?m(\d+) )(?:(\d{1,2})[ -]*m\d+ |m\d+ +(\d{1,2}))[ ,.'’-]+(\d{4}|\d{2})(?!\d)/u.exec(
      named.replace(/ ?$/, ' '),
    ) ?? [];
  if (month) return isoDay(ofYear, month, before ?? after);
  const [, first = '', second = '', year] = numericDate.exec(date) ?? [];
  const isSwapped = Number(second) > 12 || (order === 'month_first' && Number(first) <= 12);
  return isSwapped ? isoDay(year, first, second) : isoDay(year, second, first);
}

/** Null for a day that is none. Years of two digits are of this century. */
function isoDay(year = '', month = '', day = ''): string | null {
  const iso = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const moment = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso);
  return isDay && /^(?:19|20|21)/.test(iso) ? iso : null;
}
