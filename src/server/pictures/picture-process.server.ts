import { type ChildProcess, fork } from 'node:child_process';
import { Refusal } from '../errors.server.ts';
import type { PictureJob, PictureResult } from './picture-jobs.ts';

/** Two pictures are decoded at once, 32 more may wait; a job has 30 s; an idle process ends after 60 s. */
const limits = { atOnce: 2, waiting: 32, jobTime: 30_000, idleTime: 60_000 };

interface Waiting {
  job: PictureJob;
  resolve: (result: PictureResult) => void;
  reject: (error: Error) => void;
}

/** Hands jobs to the decoders, in the order in which they came. */
export class PictureProcess {
  readonly #decoders = Array.from({ length: limits.atOnce }, () => new Decoder());
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  /** @throws {Refusal} 503 when the queue is full, or the process died at this job */
  run(job: PictureJob): Promise<PictureResult> {
    if (this.#isClosed || this.#waiting.length >= limits.waiting) throw picturesBusy();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(picturesBusy());
    for (const decoder of this.#decoders) decoder.rest();
  }

  #next(): void {
    for (const decoder of this.#decoders.filter(({ isFree }) => isFree)) {
      const next = this.#waiting.shift();
      if (!next) return;
      void decoder
        .run(next.job)
        .then(next.resolve, next.reject)
        .then(() => this.#next());
    }
  }
}

/** A process that decodes one picture at a time: what ends it ends that one alone. It is started when there is work. */
class Decoder {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  isFree = true;

  async run(job: PictureJob): Promise<PictureResult> {
    this.isFree = false;
    if (this.#idle) clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<PictureResult>();
    const lost = () => reject(picturesBusy());
    child.once('message', resolve).once('exit', lost).once('error', lost);
    const timer = setTimeout(() => {
      resolve({ refused: 'slow' });
      // A decoder that hangs can't be stopped in any other way.
      child.kill('SIGKILL');
      this.#forget(child);
    }, limits.jobTime).unref();
    child.send(job);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', resolve).off('exit', lost).off('error', lost);
      this.isFree = true;
      this.#idle = setTimeout(() => this.rest(), limits.idleTime).unref();
    });
  }

  /** Ends the process; the next job starts another. */
  rest(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#child?.kill();
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = fork(workerFile(), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => this.#forget(child));
    child.on('exit', () => this.#forget(child));
    // It must not keep a program alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }
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
