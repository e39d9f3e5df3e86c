import os from 'node:os';
import { Refusal } from '../errors.server.ts';
import { ProcessPool } from '../process-pool.server.ts';
import type { PictureJob, PictureResult } from './picture-jobs.ts';

/** A decoder takes up to 200 MB: with less than this, in bytes, there is one of them. */
const roomForTwo = 2 ** 30;

/** The processes that decode pictures; 32 jobs may wait for them. */
export function openDecoders(): ProcessPool<PictureJob, PictureResult> {
  return new ProcessPool<PictureJob, PictureResult>({
    program: workerFile(),
    atOnce: memoryLimit() < roomForTwo ? 1 : 2,
    waiting: 32,
    jobTime: 30_000,
    idleTime: 60_000,
    busy: picturesBusy,
    slow: { refused: 'slow' },
  });
}

/** Of the container, or of the machine. */
function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());
}

/** Nobody's mistake, and over soon. */
export function picturesBusy(): Refusal {
  return new Refusal(503, 'Pictures can not be worked on right now. Please try again.', { retryAfter: 5 });
}

/** The worker as the build makes it, or as source where the source itself runs (tests). */
function workerFile(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './picture-worker.server.ts' : './picture-worker.js',
    import.meta.url,
  );
}
