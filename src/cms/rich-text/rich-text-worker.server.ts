import { parentPort } from 'node:worker_threads';
import { clean } from './clean.server.ts';

parentPort?.on('message', ({ id, html }: { id: number; html: string }) => {
  parentPort?.postMessage({ id, ...clean(html) });
});
