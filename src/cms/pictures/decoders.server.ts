import os from 'node:os';
import { HttpError } from '#platform/errors.server.ts';
import { ProcessPool } from '#platform/jobs/process-pool.server.ts';
import type { PictureJob, PictureResult } from './picture-jobs.ts';

/** A decoder takes up to 200 MB; below this memory limit (bytes) only one runs. */
const roomForTwo = 2 ** 30;

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

function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());
}

export function picturesBusy(): HttpError {
  return new HttpError(503, 'Pictures can not be worked on right now. Please try again.', { retryAfter: 5 });
}

/** The built worker, or its source when running from source (tests). */
function workerFile(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './picture-worker.server.ts' : './picture-worker.js',
    import.meta.url,
  );
}
