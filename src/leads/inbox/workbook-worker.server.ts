import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import type { CellType, WorkbookHead } from './workbook.server.ts';

/** The thread that writes one workbook: rows come in pieces, null ends them, the bytes are its only answer. */
const columns = workerData as WorkbookHead[];

const rows: SheetData = [columns.map(({ head }) => ({ ...text(head), fontWeight: 'bold' }))];

parentPort?.on('message', (piece: string[][] | null) => {
  if (piece) for (const cells of piece) rows.push(cells.map((cell, at) => cellOf(cell, columns[at]?.type)));
  else void write();
});

/** No program takes a text for a formula. */
function text(value: string) {
  return { value, type: String };
}

function cellOf(value: string, type: CellType | undefined) {
  if (type === 'number' && /^\d{1,15}$/.test(value)) return { value: Number(value), type: Number };
  if (type === 'day' && value) return { value: new Date(value), type: Date, format: 'yyyy-mm-dd' };
  // It stands there as the clock in Dhaka has it, in whichever zone the file is opened.
  if (type === 'time' && value) {
    return { value: new Date(`${value.replace(' ', 'T')}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' };
  }
  return text(value);
}

async function write(): Promise<void> {
  const widths = columns.map(({ width }) => ({ width }));
  const cells = `A1:${String.fromCharCode(64 + columns.length)}${rows.length}`;
  const filter = {
    files: { transform: { 'xl/worksheets/sheet{id}.xml': { insert: () => `<autoFilter ref="${cells}"/>` } } },
  };
  const file = writeExcelFile(rows, { columns: widths, stickyRowsCount: 1, sheet: 'Leads' }, { features: [filter] });
  parentPort?.postMessage(await file.toBuffer());
}
