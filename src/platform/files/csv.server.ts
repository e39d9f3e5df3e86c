import { stringify } from 'csv-stringify/sync';

export type CsvRows = (string | number)[][];

/**
 * Begins with a byte order mark, which makes spreadsheet programs read the file as UTF-8. Cells that they would run as a
 * formula get an apostrophe in front.
 */
export async function* csvOf(
  heads: string[],
  pieces: Iterable<CsvRows> | AsyncIterable<CsvRows>,
): AsyncGenerator<string> {
  const write = (rows: CsvRows) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
  yield `\uFEFF${write([heads])}`;
  for await (const rows of pieces) yield write(rows);
}
