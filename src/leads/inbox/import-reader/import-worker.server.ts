import { leadLimits } from '../../lead/limits.ts';
import type { ImportFile, ReadFile } from '../import-file.server.ts';
import { readCsv } from './read-csv.server.ts';
import { readXlsx } from './read-xlsx.server.ts';
import { Unreadable } from './unreadable.server.ts';

/**
 * The program that reads files of contacts, in a process of its own: what a hostile one could break is this process. It
 * reads one after the other from its parent, which ends it where one takes too long.
 */
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
