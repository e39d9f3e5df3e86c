import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProcessPool } from './process-pool.server.ts';

/** Is ready, and answers each job, as soon as the file for it exists. */
const program = `
import { existsSync } from 'node:fs';
const once = (file, then) => (existsSync(file) ? then() : setTimeout(once, 5, file, then));
process.on('message', ({ file }) => once(file, () => process.send('done')));
once(new URL('ready', import.meta.url), () => process.send('ready'));
`;

async function openPool(options: { waiting: number; jobTime: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'prangon-pool-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'program.mjs'), program);
  const pool = new ProcessPool<{ file: string }, string>({
    program: pathToFileURL(join(folder, 'program.mjs')),
    atOnce: 1,
    idleTime: 60_000,
    busy: () => new Error('busy'),
    slow: 'slow',
    ...options,
  });
  onTestFinished(() => pool.close());
  return {
    pool,
    job: { file: join(folder, 'go') },
    allow: (name: 'ready' | 'go') => writeFile(join(folder, name), ''),
  };
}

test('of five jobs one runs, three wait, and the fifth is refused; afterwards there is a place again', async () => {
  const { pool, job, allow } = await openPool({ waiting: 3, jobTime: 60_000 });
  const accepted = [pool.run(job), pool.run(job), pool.run(job), pool.run(job)];
  expect(() => pool.run(job)).toThrow('busy');
  await allow('ready');
  await allow('go');
  expect(await Promise.all(accepted)).toEqual(['done', 'done', 'done', 'done']);
  expect(await pool.run(job)).toBe('done');
});

test('a process that is not ready within a minute is ended, and its job is slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, job } = await openPool({ waiting: 1, jobTime: 1_000 });
  const result = pool.run(job);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toBe('slow');
});

test('the time of a job begins when its process is ready, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, job, allow } = await openPool({ waiting: 1, jobTime: 1_000 });
  const first = pool.run(job);
  await vi.advanceTimersByTimeAsync(30_000);
  await allow('go');
  await allow('ready');
  expect(await first).toBe('done');
  const second = pool.run({ file: `${job.file} that never comes` });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await second).toBe('slow');
});
