import { t } from '#i18n/text.ts';
import type { ImportResult } from '../lead/schema.ts';
import { leadLimits } from '../lead/strings.ts';
import { type FileRow, type FileRows, findHeadRow, headsAt } from './columns.server.ts';

export interface ReadFile extends Pick<ImportResult, 'sheets' | 'sheet' | 'lines' | 'head_row' | 'preview'> {
  heads: string[];
  /** Those below the heads with text, and how many others there are. */
  rows: FileRow[];
  blank: number;
  /** Why nothing can be taken; another sheet or row of heads may help. */
  problem: string | null;
}

export const unread = { sheets: [], sheet: null, lines: [], head_row: 0, preview: [], heads: [], rows: [], blank: 0 };

/** The rows below the heads, whose line is found if none is given; 0 is that of a list without. */
export function tableOf({ rows, after }: FileRows, headRow = rows[findHeadRow(rows)]?.line ?? 0): ReadFile {
  const index = rows.findIndex(({ line }) => line === headRow);
  const below = rows.slice(index + 1);
  const named = headsAt(rows, index);
  const widths = below.map(({ cells }) => cells.findLastIndex((cell) => cell.trim()) + 1);
  const heads = Array.from({ length: Math.max(named.length, ...widths) }, (_, at) => named[at] ?? '');
  return {
    ...unread,
    lines: rows
      .slice(0, Math.max(10, index + 3))
      .map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(', ').slice(0, 80) })),
    head_row: headRow,
    heads,
    preview: below.slice(0, 5).map(({ cells }) => heads.map((_head, at) => (cells[at] ?? '').slice(0, 200))),
    rows: below,
    blank: below.reduce((sum, { before }) => sum + before, after),
    problem: problemOf(rows, below) ?? (headRow > 0 && index < 0 ? t('The row of the heads is empty.') : null),
  };
}

function problemOf(rows: FileRow[], below: FileRow[]): string | null {
  if (rows.length === 0) return t('The file is empty.');
  if (below.length === 0) return t('Below its heads the file has no rows.');
  const excess = below[leadLimits.importRows];
  if (excess)
    return t`The sheet has more than ${leadLimits.importRows} rows: there is something in ${`A${excess.line}`}. Split it into smaller ones.`;
  return areLettersLost(rows)
    ? t(
        'The Bengali letters of this file are lost: a program saved it in an old encoding. Open the file that it was made from and save it as “CSV UTF-8” or as .xlsx.',
      )
    : null;
}

/** Question marks for letters, or UTF-8 that was read as Windows-1252 or Mac Roman. */
function areLettersLost(rows: FileRow[]): boolean {
  const text = rows.flatMap(({ cells }) => cells).join('\n');
  if (/(?:à[¦§][^à]{0,2}){2}|‡[¶ß][^‡]?‡[¶ß]|Ã\s?Â[¦§]|\ufffd{2}/u.test(text)) return true;
  const marks = (text.match(/^[ \d.,:()/?-]+$/gm) ?? []).filter((cell) => cell.split('?').length > 4);
  // A cell of them alone may be somebody's word for what is not known.
  return (new Set(marks).size > 1 || marks.length * 2 >= rows.length) && !/[\u0980-\u09ff]/.test(text);
}
