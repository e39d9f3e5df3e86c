import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

interface PoolOptions<Result> {
  program: URL;
  atOnce: number;
  waiting: number;
  /** Milliseconds: timeout of a job once its process is ready, and idle time after which a process ends. */
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

/** Milliseconds until a process is ready at the latest. On a busy machine that takes longer than most jobs. */
const longestStart = 60_000;

/** Runs jobs in child processes, first in first out, so that a crash or memory leak affects one job only. */
export class ProcessPool<Job extends object, Result> {
  readonly #options: PoolOptions<Result>;
  readonly #processes: ReturnType<typeof createJobProcess<Job, Result>>[];
  readonly #waiting: Waiting<Job, Result>[] = [];
  #isClosed = false;

  constructor(options: PoolOptions<Result>) {
    this.#options = options;
    this.#processes = Array.from({ length: options.atOnce }, () => createJobProcess(options));
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
    for (const { stop } of this.#processes) stop();
  }

  #next() {
    for (const { run } of this.#processes.filter(({ isFree }) => isFree())) {
      const next = this.#waiting.shift();
      if (!next) return;
      void run(next.job)
        .then(next.resolve, next.reject)
        .then(() => this.#next());
    }
  }
}

function createJobProcess<Job extends object, Result>(options: PoolOptions<Result>) {
  const { program, heap, busy, slow, lost, jobTime, idleTime } = options;
  let process: ChildProcess | null = null;
  let ready: Promise<unknown>;
  let idle: NodeJS.Timeout | undefined;
  let isBusy = false;
  return { run, stop, isFree: () => !isBusy };

  async function run(job: Job): Promise<Result> {
    isBusy = true;
    clearTimeout(idle);
    const child = process ?? start();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const onLost = () => (lost === undefined ? reject(busy()) : resolve(lost));
    const onSlow = () => {
      resolve(slow);
      child.kill('SIGKILL');
      forget(child);
    };
    child.once('exit', onLost).once('error', onLost);
    let timer = setTimeout(onSlow, longestStart).unref();
    void ready.then(() => {
      clearTimeout(timer);
      timer = setTimeout(onSlow, jobTime).unref();
      child.once('message', resolve);
      if (child.connected) child.send(job);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', resolve).off('exit', onLost).off('error', onLost);
      isBusy = false;
      idle = setTimeout(stop, idleTime).unref();
    });
  }

  function stop(): void {
    clearTimeout(idle);
    process?.kill();
    process = null;
  }

  function start(): ChildProcess {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: heap === undefined ? [] : [`--max-old-space-size=${heap}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => forget(child));
    child.on('exit', () => forget(child));
    // Idle processes must not keep the parent alive.
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) void preferOomKill(child.pid);
    process = child;
    ready = new Promise((resolve) => child.once('message', resolve));
    return child;
  }

  function forget(child: ChildProcess) {
    if (process === child) process = null;
  }
}

/** What the program of a pool calls once it can work; it ends with its parent. */
export function serveJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  process.on('message', async (job: Job) => process.send?.(await work(job)));
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}

/** Linux's OOM killer then chooses this process before the server. Other systems have no such file. */
export async function preferOomKill(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}

/** The bundled program of this name beside a module, or its source in tests. */
export function programBeside(module: string, name: string): URL {
  return new URL(module.endsWith('.ts') ? `./${name}.server.ts` : `./${name}.js`, module);
}
