import { type ChildProcess, fork } from 'node:child_process';
import { Refusal } from '../errors.server.ts';
import type { PictureJob, PictureResult } from './picture-jobs.ts';

/** Two pictures are decoded at once, 32 more may wait; a job has 15 s; an idle process ends after 60 s. */
const limits = { atOnce: 2, waiting: 32, jobTime: 15_000, idleTime: 60_000 };

type JobOf<J = PictureJob> = J extends PictureJob ? Omit<J, 'id'> : never;

interface Waiting {
  job: PictureJob;
  resolve: (result: PictureResult) => void;
  reject: (error: Error) => void;
}

/** Hands jobs to the picture worker, starts it when there is work, and again when it died. */
export class PictureProcess {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  #lastId = 0;
  readonly #running = new Map<number, Waiting & { timer: NodeJS.Timeout }>();
  readonly #waiting: Waiting[] = [];

  /** @throws {Refusal} 503 when the queue is full, or the worker failed at this job */
  run(job: JobOf): Promise<PictureResult> {
    if (this.#waiting.length >= limits.waiting) throw busy();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job: { ...job, id: ++this.#lastId }, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#child?.kill();
    this.#child = null;
  }

  #next(): void {
    while (this.#running.size < limits.atOnce) {
      const waiting = this.#waiting.shift();
      if (!waiting) break;
      // A decoder that hangs is ended with its process.
      const timer = setTimeout(() => this.#child?.kill('SIGKILL'), limits.jobTime).unref();
      this.#running.set(waiting.job.id, { ...waiting, timer });
      this.#start().send(waiting.job);
    }
    if (this.#running.size === 0) this.#restSoon();
  }

  #start(): ChildProcess {
    if (this.#idle) clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const child = fork(workerFile(), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (result: PictureResult) => this.#finish(result));
    child.on('error', () => this.#lost(child));
    child.on('exit', () => this.#lost(child));
    // It must not keep a program alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #finish(result: PictureResult): void {
    const done = this.#running.get(result.id);
    this.#running.delete(result.id);
    if (done) clearTimeout(done.timer);
    done?.resolve(result);
    this.#next();
  }

  #lost(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const { timer, reject } of this.#running.values()) {
      clearTimeout(timer);
      reject(busy());
    }
    this.#running.clear();
    this.#next();
  }

  #restSoon(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), limits.idleTime).unref();
  }
}

function busy(): Refusal {
  return new Refusal(503, 'Pictures can not be worked on right now. Please try again.', { retryAfter: 5 });
}

/** The worker as the build makes it, or as source where the source itself runs (tests). */
function workerFile(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './picture-worker.server.ts' : './picture-worker.js',
    import.meta.url,
  );
}
