import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '#server/errors.server.ts';
import { leadLimits } from '../lead/limits.ts';
import { readWorkbook } from './workbook.server.ts';

/** A line of a table, by its number in the file. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** A table as somebody keeps contacts: heads, and rows below them. */
interface Table {
  heads: string[];
  rows: FileRow[];
}

/** A file of texts. @throws {Refusal} 422 for what is no table, or a longer one than one call may carry */
export function readCsv(csv: string): Table {
  if (csv.length > leadLimits.importBytes) throw refused('The file is too large. Split it into smaller ones.', 'csv');
  return tableOf(parsed(csv.replace(/^\uFEFF/, '')), 'csv');
}

/** The first sheet of a workbook, in base 64. @throws {Refusal} 422 as for a file of texts */
export async function readXlsx(xlsx: string): Promise<Table> {
  const bytes = Buffer.from(xlsx, 'base64');
  if (bytes.length > leadLimits.importBytes)
    throw refused('The file is too large. Split it into smaller ones.', 'xlsx');
  const answer = await readWorkbook({ bytes, rows: leadLimits.importRows });
  if ('problem' in answer) throw refused(answer.problem, 'xlsx');
  const rows = answer.rows.map((cells, index) => ({ line: index + 1, cells }));
  return tableOf(
    rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
    'xlsx',
  );
}

function tableOf([first, ...rest]: FileRow[], format: Format): Table {
  if (!first || first.cells.every((cell) => cell.trim() === '')) throw refused('The file is empty.', format);
  if (rest.length > leadLimits.importRows) {
    throw refused(`The file has more than ${leadLimits.importRows} rows. Split it into smaller ones.`, format);
  }
  if (rest.length === 0) throw refused('Below its heads the file has no rows.', format);
  return { heads: first.cells.map((cell) => cell.trim()), rows: rest };
}

function parsed(text: string): FileRow[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 100_000,
      info: true,
      to: leadLimits.importRows + 2,
      // Its types don't know what `info` makes of a record.
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` Look at line ${error.lines}: ` : ' ';
    throw refused(`The file can’t be read as CSV.${line}a quotation mark may be missing.`, 'csv');
  }
}

/** Spreadsheet programs write a comma, a semicolon or a tab, as their language has it. */
function delimiterOf(text: string): string {
  const heads = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

type Format = 'csv' | 'xlsx';

function refused(message: string, format: Format) {
  return invalid({ [format]: [message] });
}

/** What a file may tell of a lead. */
export const importFields = [
  'name',
  'institute_name',
  'number',
  'email',
  'status',
  'lost_reason',
  'owner',
  'next_step',
  'next_step_on',
  'note',
  'received',
  'students',
  'package_note',
  'value',
] as const;
export type ImportField = (typeof importFields)[number];

/** How people head these columns, folded: in English, in Bengali, and as our own export does. */
const names: Record<ImportField, string[]> = {
  name: ['name', 'contact', 'contactname', 'contactperson', 'person', 'নাম', 'যোগাযোগকারী', 'যোগাযোগকারীরনাম'],
  institute_name: [
    ...['institute', 'institutename', 'institution', 'institutionname', 'school', 'schoolname', 'college', 'madrasa'],
    ...['প্রতিষ্ঠান', 'প্রতিষ্ঠানেরনাম', 'স্কুল', 'স্কুলেরনাম', 'বিদ্যালয়', 'বিদ্যালয়েরনাম'],
  ],
  number: [
    ...['number', 'phone', 'phonenumber', 'mobile', 'mobilenumber', 'contactnumber', 'cell', 'whatsapp'],
    ...['ফোন', 'ফোননম্বর', 'মোবাইল', 'মোবাইলনম্বর', 'নম্বর', 'ফোননাম্বার', 'মোবাইলনাম্বার'],
  ],
  email: ['email', 'emailaddress', 'mail', 'ইমেইল', 'ইমেইলঠিকানা', 'ইমেল'],
  status: ['stage', 'status', 'ধাপ', 'অবস্থা'],
  lost_reason: ['lostreason', 'reason', 'কারণ'],
  owner: ['owner', 'assignedto', 'দায়িত্বে', 'দায়িত্বপ্রাপ্ত'],
  next_step: ['nextstep', 'পরবর্তীকাজ', 'পরবর্তীধাপ'],
  next_step_on: ['nextstepon', 'nextstepdate', 'followup', 'followupdate', 'পরবর্তীতারিখ'],
  note: ['notes', 'note', 'remarks', 'comment', 'comments', 'মন্তব্য', 'নোট'],
  received: ['received', 'date', 'receivedon', 'createdat', 'তারিখ'],
  students: ['students', 'studentcount', 'numberofstudents', 'শিক্ষার্থী', 'শিক্ষার্থীসংখ্যা', 'ছাত্রছাত্রী'],
  value: ['value', 'worth', 'amount', 'মূল্য', 'দাম'],
  package_note: ['package', 'packagenote', 'প্যাকেজ'],
};

const known = new Map(
  Object.entries(names).flatMap(([field, all]) => all.map((name) => [fold(name), field as ImportField] as const)),
);

/** The field that each column of a file holds, or null; a field is taken from the first column that has it. */
export function fieldsOf(heads: string[], chosen: Record<string, string> = {}): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return heads.map((head) => {
    const wanted = chosen[head];
    const field =
      wanted === undefined ? known.get(fold(head)) : importFields.find((importField) => importField === wanted);
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
