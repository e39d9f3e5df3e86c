import { cleanAddress, cleanLine, cleanText, latinDigits, lengthOf } from '#api/text.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { type Language, language, t } from '#i18n/text.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { ProcessPool } from '#platform/jobs/process-pool.server.ts';
import type { Owner } from '../lead/schema.ts';
import { leadLimits, type Stage, stageNames, stages } from '../lead/strings.ts';
import { readEmail, readNumber, readTaka } from '../lead/texts.server.ts';

export interface FileRow {
  line: number;
  cells: string[];
}

export interface FileRows {
  /** Those with text, the heads first. */
  rows: FileRow[];
  /** Empty ones below the heads. */
  blank: number;
}

interface Table extends FileRows {
  heads: string[];
}

export interface ImportFile {
  /** Of whoever chose the file. */
  reader: Language;
  format: 'csv' | 'xlsx';
  text: string;
}

export type ReadFile = FileRows | { problem: string };

const tooMuch = t({ problem: 'The file is too large to be read. Split it into smaller ones.' });

/** Parses one file at a time in a child process with bounded memory and time; three more may wait. */
export class ImportReader {
  readonly #process = new ProcessPool<ImportFile, ReadFile>({
    program: workerFile(),
    atOnce: 1,
    waiting: 3,
    jobTime: 10_000,
    idleTime: 1_000,
    heap: 128,
    busy: () =>
      new HttpError(503, 'Other files are being imported right now. Try again in a minute.', { retryAfter: 30 }),
    slow: tooMuch,
    lost: tooMuch,
  });

  /** @throws {HttpError} 422 for an invalid or too long table; 503 if too many files wait */
  async read(file: Omit<ImportFile, 'reader'>): Promise<Table> {
    const refused = (message: string) => invalid({ [file.format]: [message] });
    const size = file.format === 'csv' ? file.text.length : Buffer.byteLength(file.text, 'base64');
    if (size > leadLimits.importBytes) throw refused(t('The file is too large. Split it into smaller ones.'));
    const answer = await this.#process.run({ ...file, reader: language() });
    if ('problem' in answer) throw refused(answer.problem);
    const [first, ...rest] = answer.rows;
    if (!first) throw refused(t('The file is empty.'));
    if (rest.length > leadLimits.importRows) {
      throw refused(t`The file has more than ${leadLimits.importRows} rows. Split it into smaller ones.`);
    }
    if (rest.length === 0) throw refused(t('Below its heads the file has no rows.'));
    return { heads: first.cells.map((cell) => cell.trim()), rows: rest, blank: answer.blank };
  }

  close(): void {
    this.#process.close();
  }
}

/** The bundled program, or its source in tests. */
function workerFile(): URL {
  const file = import.meta.url.endsWith('.ts') ? './import-worker.server.ts' : './import-worker.js';
  return new URL(file, import.meta.url);
}

/** Names of columns, folded: English, Bengali, and those of our own export in both. */
const namesOfFields = {
  name: ['name', 'contact', 'contactname', 'contactperson', 'person', 'নাম', 'যোগাযোগকারী', 'যোগাযোগকারীরনাম'],
  institute_name: [
    'institute',
    'institutename',
    'institution',
    'institutionname',
    'school',
    'schoolname',
    'college',
    'madrasa',
    'প্রতিষ্ঠান',
    'প্রতিষ্ঠানেরনাম',
    'স্কুল',
    'স্কুলেরনাম',
    'বিদ্যালয়',
    'বিদ্যালয়েরনাম',
  ],
  number: [
    'number',
    'phone',
    'phonenumber',
    'mobile',
    'mobilenumber',
    'contactnumber',
    'cell',
    'whatsapp',
    'ফোন',
    'ফোননম্বর',
    'মোবাইল',
    'মোবাইলনম্বর',
    'নম্বর',
    'ফোননাম্বার',
    'মোবাইলনাম্বার',
  ],
  email: ['email', 'emailaddress', 'mail', 'ইমেইল', 'ইমেইলঠিকানা', 'ইমেল'],
  status: ['stage', 'status', 'ধাপ', 'অবস্থা'],
  lost_reason: ['lostreason', 'reason', 'কারণ', 'হাতছাড়ারকারণ'],
  owner: ['owner', 'assignedto', 'মালিক', 'দায়িত্বে', 'দায়িত্বপ্রাপ্ত'],
  next_step: ['nextstep', 'পরেরকাজ', 'পরবর্তীকাজ', 'পরবর্তীধাপ'],
  next_step_on: ['nextstepon', 'nextstepdate', 'followup', 'followupdate', 'পরেরকাজেরতারিখ', 'পরবর্তীতারিখ'],
  note: ['notes', 'note', 'remarks', 'comment', 'comments', 'মন্তব্য', 'নোট'],
  received: ['received', 'date', 'receivedon', 'createdat', 'কবেএসেছে', 'তারিখ'],
  students: ['students', 'studentcount', 'numberofstudents', 'শিক্ষার্থী', 'শিক্ষার্থীসংখ্যা', 'ছাত্রছাত্রী'],
  package_note: ['package', 'packagenote', 'প্যাকেজ'],
  value: ['value', 'worth', 'amount', 'সম্ভাব্যআয়', 'মূল্য', 'দাম'],
};

export type ImportField = keyof typeof namesOfFields;
export const importFields = Object.keys(namesOfFields) as [ImportField, ...ImportField[]];

const fieldByName = new Map(
  importFields.flatMap((field) => namesOfFields[field].map((name) => [fold(name), field] as const)),
);

/** The field of each column, or null. If several columns match a field, the first one is used. */
export function matchColumns(heads: string[], chosen: Map<string, ImportField | ''>): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return heads.map((head) => {
    const field = chosen.get(head) ?? fieldByName.get(fold(head));
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

function fold(head: string): string {
  return head
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

type Errors = Partial<Record<ImportField, string[]>>;

type Owners = (Owner & { email: string })[];

type Row = Partial<Record<ImportField, string>>;
export type ImportedLead = ReturnType<typeof readRow>['lead'];

/** Invalid cells are reported by field. Owners are matched by name or email address. */
export function readRow(cells: Row, owners: Owners, today: string) {
  const { errors, textOf, read } = readerOf(cells);
  const dateError = t('Write the date as 2026-12-05.');
  const name = textOf('name');
  const institute = textOf('institute_name');
  const stage =
    read('status', stageOf, t`Write one of ${stages.map((each) => t(stageNames[each])).join(', ')}.`) ?? 'new';
  const reason = textOf('lost_reason', leadLimits.lostReason);
  const lead = {
    name: name || institute,
    institute_name: institute || name,
    /** E.164, or empty if the file has none. */
    number: read('number', readNumber, t('This is no phone number.')) ?? '',
    email: read('email', readEmail, t('This is no e-mail address.'), cleanAddress) ?? '',
    stage,
    lost_reason: stage === 'lost' ? reason || t('Not known (imported)') : null,
    owner_id: read('owner', (text) => ownerOf(text, owners), t('Nobody here has this name or address.')),
    next_step: textOf('next_step', leadLimits.nextStep) || null,
    next_step_on: read('next_step_on', readDay, dateError),
    note: textOf('note', leadLimits.note, cleanParagraph),
    /** YYYY-MM-DD, or null for today. */
    received: read('received', readDay, dateError),
    students: textOf('students') || null,
    package_note: textOf('package_note') || null,
    value: read('value', readTaka, t('Write a whole number of taka.')),
  };
  if (lead.name === '') errors.name = [t('Write a name or an institute.')];
  if (!lead.number && !lead.email && !errors.number && !errors.email)
    errors.number = [t('Write a phone number or an e-mail address.')];
  if (lead.received !== null && lead.received > today) errors.received = [t('This day has not come yet.')];
  return { lead, errors };
}

function readerOf(cells: Row) {
  const errors: Errors = {};
  return {
    errors,
    textOf(field: ImportField, most: number = leadLimits.name, clean = cleanLine): string {
      const text = clean(plain(cells[field]));
      if (lengthOf(text) > most) errors[field] = [t`At most ${most} characters.`];
      return text;
    },
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

/** Reads 2026-12-05, or 5/12/2026 as is usual in Bangladesh; a time after it is ignored. */
function readDay(text: string): string | null {
  const day = latinDigits(text);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/.exec(day);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(day);
  const parts = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : null;
  if (!parts) return null;
  const isoDay = parts.map((part, index) => part?.padStart(index === 0 ? 4 : 2, '0')).join('-');
  const moment = new Date(`${isoDay}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(isoDay);
  return isDay && /^(?:19|20|21)/.test(isoDay) ? isoDay : null;
}
