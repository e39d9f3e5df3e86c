import { type Language, language, t } from '#i18n/text.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { ProcessPool, programBeside } from '#platform/jobs/process-pool.server.ts';
import { leadLimits } from '../lead/strings.ts';
import { type ReadFile, unread } from './table.server.ts';

export interface ImportFile {
  /** Of whoever chose the file. */
  reader: Language;
  format: 'csv' | 'xlsx';
  text: string;
  sheet: string | null | undefined;
  head_row: number | undefined;
}

const tooMuch = { ...unread, problem: t('The file is too large to be read. Split it into smaller ones.') };

/** Parses one file at a time in a child process with bounded memory and time; three more may wait. */
export class ImportReader {
  readonly #process = new ProcessPool<ImportFile, ReadFile>({
    program: programBeside(import.meta.url, 'import-worker'),
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

  /** @throws {HttpError} 422 for a too large file; 503 if too many files wait */
  async read(file: Omit<ImportFile, 'reader'>): Promise<ReadFile> {
    const size = file.format === 'csv' ? file.text.length : Buffer.byteLength(file.text, 'base64');
    if (size > leadLimits.importBytes)
      throw invalid({ [file.format]: [t('The file is too large. Split it into smaller ones.')] });
    return this.#process.run({ ...file, reader: language() });
  }

  close(): void {
    this.#process.close();
  }
}
