import { parentPort } from 'node:worker_threads';
import { clean } from './clean.server.ts';

/** The thread that cleans long texts, so that visitors do not wait for it. Answers each job once. */
parentPort?.on('message', ({ id, html }: { id: number; html: string }) => {
  parentPort?.postMessage({ id, ...clean(html) });
});
