import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

interface PoolOptions<Result> {
  program: URL;
  atOnce: number;
  waiting: number;
  /** Milliseconds: timeout of a job, and idle time after which a process ends. */
  jobTime: number;
  idleTime: number;
  /** V8's old-space limit in MiB. */
  heap?: number;
  busy: () => Error;
  slow: Result;
  lost?: Result;
}

interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/** Runs jobs in child processes, first in first out, so that a crash or memory leak affects one job only. */
export class ProcessPool<Job extends object, Result> {
  readonly #options: PoolOptions<Result>;
  readonly #processes: JobProcess<Job, Result>[];
  readonly #waiting: Waiting<Job, Result>[] = [];
  #isClosed = false;

  constructor(options: PoolOptions<Result>) {
    this.#options = options;
    this.#processes = Array.from({ length: options.atOnce }, () => new JobProcess(options));
  }

  /** @throws the error of `busy`, if the queue is full or the process died */
  run(job: Job): Promise<Result> {
    if (this.#isClosed || this.#waiting.length >= this.#options.waiting) throw this.#options.busy();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#options.busy());
    for (const process of this.#processes) process.stop();
  }

  #next() {
    for (const process of this.#processes.filter(({ isFree }) => isFree)) {
      const next = this.#waiting.shift();
      if (!next) return;
      void process
        .run(next.job)
        .then(next.resolve, next.reject)
        .then(() => this.#next());
    }
  }
}

class JobProcess<Job extends object, Result> {
  readonly #options: PoolOptions<Result>;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  isFree = true;

  constructor(options: PoolOptions<Result>) {
    this.#options = options;
  }

  async run(job: Job): Promise<Result> {
    const { busy, slow, lost, jobTime, idleTime } = this.#options;
    this.isFree = false;
    if (this.#idle) clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const onLost = () => (lost === undefined ? reject(busy()) : resolve(lost));
    child.once('message', resolve).once('exit', onLost).once('error', onLost);
    const timer = setTimeout(() => {
      resolve(slow);
      child.kill('SIGKILL');
      this.#forget(child);
    }, jobTime).unref();
    child.send(job);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', resolve).off('exit', onLost).off('error', onLost);
      this.isFree = true;
      this.#idle = setTimeout(() => this.stop(), idleTime).unref();
    });
  }

  stop(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#child?.kill();
    this.#child = null;
  }

  #start(): ChildProcess {
    const { program, heap } = this.#options;
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: heap === undefined ? [] : [`--max-old-space-size=${heap}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => this.#forget(child));
    child.on('exit', () => this.#forget(child));
    // Idle processes must not keep the parent alive.
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) void preferOomKill(child.pid);
    this.#child = child;
    return child;
  }

  #forget(child: ChildProcess) {
    if (this.#child === child) this.#child = null;
  }
}

/** Linux's OOM killer then chooses this process before the server. Other systems have no such file. */
export async function preferOomKill(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}
