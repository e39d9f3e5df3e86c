import { HttpError, invalid } from '#platform/errors.server.ts';
import { ProcessPool } from '#platform/jobs/process-pool.server.ts';
import { leadLimits } from '../lead/limits.ts';

export interface FileRow {
  line: number;
  cells: string[];
}

interface Table {
  heads: string[];
  rows: FileRow[];
}

export interface ImportFile {
  format: 'csv' | 'xlsx';
  text: string;
}

export type ReadFile = { rows: FileRow[] } | { problem: string };

const tooMuch = { problem: 'The file is too large to be read. Split it into smaller ones.' };

/** Parses one file at a time in a child process with bounded memory and time; three more may wait. */
export class ImportReader {
  readonly #process = new ProcessPool<ImportFile, ReadFile>({
    program: workerFile(),
    atOnce: 1,
    waiting: 3,
    jobTime: 30_000,
    idleTime: 1_000,
    heap: 128,
    busy: () =>
      new HttpError(503, 'Other files are being imported right now. Try again in a minute.', { retryAfter: 30 }),
    slow: tooMuch,
    lost: tooMuch,
  });

  /** @throws {HttpError} 422 for an invalid or too long table; 503 if too many files wait */
  async read(file: ImportFile): Promise<Table> {
    const refused = (message: string) => invalid({ [file.format]: [message] });
    const size = file.format === 'csv' ? file.text.length : Buffer.byteLength(file.text, 'base64');
    if (size > leadLimits.importBytes) throw refused('The file is too large. Split it into smaller ones.');
    const answer = await this.#process.run(file);
    if ('problem' in answer) throw refused(answer.problem);
    const [first, ...rest] = answer.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (!first) throw refused('The file is empty.');
    if (rest.length > leadLimits.importRows) {
      throw refused(`The file has more than ${leadLimits.importRows} rows. Split it into smaller ones.`);
    }
    if (rest.length === 0) throw refused('Below its heads the file has no rows.');
    return { heads: first.cells.map((cell) => cell.trim()), rows: rest };
  }

  close(): void {
    this.#process.close();
  }
}

/** The bundled program, or its source in tests. */
function workerFile(): URL {
  const file = import.meta.url.endsWith('.ts') ? './import-reader/import-worker.server.ts' : './import-worker.js';
  return new URL(file, import.meta.url);
}

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

/** Names of columns, folded: English, Bengali, and those of our own export. */
const names: Record<ImportField, string[]> = {
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

const fieldByName = new Map(
  Object.entries(names).flatMap(([field, all]) => all.map((name) => [fold(name), field as ImportField] as const)),
);

/** The field of each column, or null. If several columns match a field, the first one is used. */
export function matchColumns(heads: string[], chosen: Record<string, string> = {}): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  return heads.map((head) => {
    const override = chosen[head];
    const field =
      override === undefined
        ? fieldByName.get(fold(head))
        : importFields.find((importField) => importField === override);
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
