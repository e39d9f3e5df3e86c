import { leadLimits } from '../../lead/limits.ts';
import type { ImportFile, ReadFile } from '../import-file.server.ts';
import { readCsv } from './read-csv.server.ts';
import { readXlsx } from './read-xlsx.server.ts';
import { Unreadable } from './unreadable.server.ts';

/** Parses untrusted files in a child process, one after the other. The parent ends it if one takes too long. */
process.on('message', (file: ImportFile) => {
  read(file)
    .then((rows): ReadFile => ({ rows }))
    .catch(
      (error: Error): ReadFile => ({ problem: error instanceof Unreadable ? error.message : unreadable[file.format] }),
    )
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));

const unreadable = { csv: 'The file can’t be read as CSV.', xlsx: 'The workbook can’t be read.' };

async function read({ format, text }: ImportFile) {
  if (format === 'csv') return readCsv(text, leadLimits.importRows);
  const most = { rows: leadLimits.importRows, characters: leadLimits.importBytes };
  return readXlsx(Buffer.from(text, 'base64'), most);
}
