import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/errors.server.ts';

export interface WorkbookHead {
  head: string;
  /** In letters. */
  width: number;
}

/**
 * A workbook of these rows, written in a thread of its own: visitors do not wait for it.
 * @throws {Refusal} 503 where the thread broke
 */
export async function workbookOf(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): Promise<Buffer> {
  const worker = new Worker(workerFile('workbook-worker'), { workerData: columns });
  // It must not keep a program alive that has nothing else to do.
  worker.unref();
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Refusal(503, 'The workbook could not be written. Please try again.')));
  });
  // A failure of the pieces is told instead.
  written.catch(() => undefined);
  try {
    for await (const rows of pieces) worker.postMessage(rows);
    worker.postMessage(null);
    return Buffer.from(await written);
  } finally {
    void worker.terminate();
  }
}

export interface SheetTask {
  bytes: Uint8Array;
  /** Rows below the heads that are taken at most. */
  rows: number;
}

export type SheetAnswer = { rows: string[][] } | { problem: string };

/** What reading may take before somebody is told to split the file: of time in milliseconds, of memory in MiB. */
const patience = { time: 30_000, memory: 384 };

/** The rows of the first sheet as texts, read in a thread of its own, or what is wrong with the workbook. */
export async function readWorkbook(task: SheetTask): Promise<SheetAnswer> {
  const worker = new Worker(workerFile('sheet-worker'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: patience.memory },
  });
  worker.unref();
  const { promise, resolve } = Promise.withResolvers<SheetAnswer>();
  const tooMuch = () => resolve({ problem: 'The workbook is too large to be read. Split it into smaller ones.' });
  worker.once('message', resolve);
  worker.once('error', tooMuch);
  worker.once('exit', tooMuch);
  const timer = setTimeout(tooMuch, patience.time);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/** A worker as the build makes it, or as source where the source itself runs (tests). */
function workerFile(name: 'workbook-worker' | 'sheet-worker'): URL {
  const file = import.meta.url.endsWith('.ts') ? `./${name}.server.ts` : `./${name}.js`;
  return new URL(file, import.meta.url);
}
