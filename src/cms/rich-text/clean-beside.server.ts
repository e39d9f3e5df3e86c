import { Worker } from 'node:worker_threads';
import { HttpError } from '#platform/errors.server.ts';
import type { CleanResult } from './clean.server.ts';

const limits = { jobTime: 10_000, idleTime: 30_000 };

interface Waiting {
  resolve: (result: CleanResult) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

let worker: Worker | null = null;
let idle: NodeJS.Timeout | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Cleans a text in a worker thread, which ends when idle.
 * @throws {HttpError} 503 if it took too long or the thread crashed
 */
export function cleanInWorker(html: string): Promise<CleanResult> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    const timer = setTimeout(() => worker && failWorker(worker), limits.jobTime).unref();
    waiting.set(id, { resolve, reject, timer });
    start().postMessage({ id, html });
  });
}

function start(): Worker {
  if (idle) clearTimeout(idle);
  if (worker) return worker;
  const started = new Worker(workerFile());
  started.on('message', finish);
  started.on('error', () => failWorker(started));
  started.on('exit', () => failWorker(started));
  // An idle thread must not keep the process alive.
  started.unref();
  worker = started;
  return started;
}

function finish({ id, ...result }: { id: number } & CleanResult): void {
  const job = waiting.get(id);
  waiting.delete(id);
  if (job) {
    clearTimeout(job.timer);
    job.resolve(result);
  }
  if (waiting.size === 0 && worker) idle = setTimeout(failWorker, limits.idleTime, worker).unref();
}

function failWorker(failedWorker: Worker): void {
  if (worker !== failedWorker) return;
  worker = null;
  void failedWorker.terminate();
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new HttpError(503, 'The text could not be checked right now. Please try again.', { retryAfter: 5 }));
  }
  waiting.clear();
}

function workerFile(): URL {
  const name = import.meta.url.endsWith('.ts') ? './rich-text-worker.server.ts' : './rich-text-worker.js';
  return new URL(name, import.meta.url);
}
