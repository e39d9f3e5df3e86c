import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ProcessPool } from './process-pool.server.ts';

/** Answers each job as soon as the file that it names exists. */
const program = `
import { existsSync } from 'node:fs';
process.on('message', ({ file }) => {
  const poll = () => (existsSync(file) ? process.send('done') : setTimeout(poll, 5));
  poll();
});
`;

test('of five jobs one runs, three wait, and the fifth is refused; afterwards there is a place again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prangon-pool-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.mjs');
  await writeFile(file, program);
  const pool = new ProcessPool<{ file: string }, string>({
    program: pathToFileURL(file),
    atOnce: 1,
    waiting: 3,
    jobTime: 60_000,
    idleTime: 60_000,
    busy: () => new Error('busy'),
    slow: 'slow',
  });
  onTestFinished(() => pool.close());
  const job = { file: join(folder, 'go') };
  const accepted = [pool.run(job), pool.run(job), pool.run(job), pool.run(job)];
  expect(() => pool.run(job)).toThrow('busy');
  await writeFile(job.file, '');
  expect(await Promise.all(accepted)).toEqual(['done', 'done', 'done', 'done']);
  expect(await pool.run(job)).toBe('done');
});
