import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/errors.server.ts';

/** Days are written as 2026-12-05, moments as 2026-12-05 16:20; what is not written so stays a text. */
export type CellType = 'number' | 'day' | 'time';

export interface WorkbookHead {
  head: string;
  /** In letters. */
  width: number;
  /** Else a text. */
  type?: CellType | undefined;
}

/**
 * A workbook of these rows, written in a thread of its own: visitors do not wait for it.
 * @throws {Refusal} 503 where the thread broke
 */
export async function workbookOf(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): Promise<Buffer> {
  const worker = new Worker(workerFile(), { workerData: columns });
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

/** The worker as the build makes it, or as source where the source itself runs (tests). */
function workerFile(): URL {
  const file = import.meta.url.endsWith('.ts') ? './workbook-worker.server.ts' : './workbook-worker.js';
  return new URL(file, import.meta.url);
}
