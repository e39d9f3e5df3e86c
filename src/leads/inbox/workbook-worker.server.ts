import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile from 'write-excel-file/node';
import type { WorkbookHead } from './workbook.server.ts';

/** The thread that writes one workbook: rows come in pieces, null ends them, the bytes are its only answer. */
const columns = workerData as WorkbookHead[];

// Every cell is text, which no program takes for a formula.
const cell = (value: string) => ({ value, type: String });
const rows = [columns.map(({ head }) => ({ ...cell(head), fontWeight: 'bold' as const }))] as ReturnType<
  typeof cell
>[][];

parentPort?.on('message', (piece: string[][] | null) => {
  if (piece) for (const cells of piece) rows.push(cells.map(cell));
  else void write();
});

async function write(): Promise<void> {
  const widths = columns.map(({ width }) => ({ width }));
  const file = writeExcelFile(rows, { columns: widths, stickyRowsCount: 1, sheet: 'Leads' });
  parentPort?.postMessage(await file.toBuffer());
}
