import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Claim, type JobColumns, JobQueue } from './queue.server.ts';
import { type Lane, Worker, type WorkerLimits } from './worker.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    tried_jobs: JobColumns;
  }
}

const queue = new JobQueue({
  table: 'tried_jobs',
  running: 'running',
  due: (database) => database.selectFrom('tried_jobs').select('id').where('state', '=', 'queued').orderBy('id'),
});

/** A lease so long that a busy machine does not make a living worker look dead. */
const limits: WorkerLimits = { look: 20, lease: 3_000, stop: 50 };
const longAgo = '2020-01-01T00:00:00.000Z';

let app: TestApp;
let workers: Worker<Claim, void>[] = [];
/** The jobs that were run, in this order; and those that were noted as lost. */
let ran: number[] = [];
let lost: number[] = [];

beforeAll(async () => {
  app = await openTestApp();
  await app.database.schema
    .createTable('tried_jobs')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('state', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('claimed_at', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('updated_at', 'text')
    .execute();
  return app.close;
});
beforeEach(async () => {
  await app.database.deleteFrom('tried_jobs').execute();
  [workers, ran, lost] = [[], [], []];
});
afterEach(() => Promise.all(workers.map((worker) => worker.close())));

async function start(
  run: Lane<Claim, void>['run'] = async () => undefined,
  end: (claim: Claim) => void = () => undefined,
): Promise<Worker<Claim, void>> {
  const worker = new Worker<Claim, void>(
    app,
    {
      name: 'tries',
      queue,
      openLane: () => ({
        run: (claim, signal) => {
          ran.push(claim.id);
          return run(claim, signal);
        },
      }),
      begin: async (_transaction, claim) => claim,
      end: async (transaction, claim) => {
        end(claim);
        return queue.end(transaction, claim, { state: 'done' });
      },
      noteLost: async (_transaction, ids) => {
        lost.push(...ids);
      },
    },
    limits,
  );
  workers.push(worker);
  await worker.start();
  return worker;
}

async function add(count: number, columns: Partial<Insertable<JobColumns>> = {}): Promise<void> {
  for (let id = 1; id <= count; id++) {
    const job = { id, state: 'queued', next_attempt_at: longAgo, updated_at: longAgo, ...columns };
    await app.database.insertInto('tried_jobs').values(job).execute();
  }
}

const states = async () =>
  (await app.database.selectFrom('tried_jobs').select('state').orderBy('id').execute()).map(({ state }) => state);
const all = (count: number, state: string) => Array.from({ length: count }, () => state);

describe('Workers', () => {
  test('share the jobs: each is done once', async () => {
    await add(40);
    await Promise.all([start(), start(), start()]);
    await expect.poll(states).toEqual(all(40, 'done'));
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(lost).toEqual([]);
  });

  test('do what a killed one held once more, and note that', async () => {
    await add(1, { state: 'running', claimed_by: 'killed', claimed_at: longAgo });
    await start();
    await expect.poll(states).toEqual(['done']);
    expect([ran, lost]).toEqual([[1], [1]]);
  });

  test('leave alone what a living one does, however long it takes', async () => {
    const enough = Promise.withResolvers<void>();
    await add(1);
    await start(() => enough.promise);
    await expect.poll(states).toEqual(['running']);
    await start();
    await sleep(limits.lease * 1.5);
    enough.resolve();
    await expect.poll(states).toEqual(['done']);
    expect([ran, lost]).toEqual([[1], []]);
  });

  test('do a job again that broke off, after its lease', async () => {
    await add(1);
    await start(async () => {
      if (ran.length === 1) throw new Error('Broken');
    });
    await expect.poll(states).toEqual(['done']);
    expect([ran, lost]).toEqual([[1, 1], [1]]);
  });
});

describe('The end of a job', () => {
  test('is written as soon as the database is back: it is not done again', async () => {
    let tries = 0;
    await add(1);
    await start(undefined, () => {
      if (++tries < 4) throw new Error('The database is away');
    });
    await expect.poll(states).toEqual(['done']);
    expect([ran, tries]).toEqual([[1], 4]);
  });

  test('is not written by the one from whom it was taken over', async () => {
    const enough = Promise.withResolvers<void>();
    await add(1);
    const slow = await start(() => enough.promise);
    await expect.poll(states).toEqual(['running']);
    await app.database.updateTable('tried_jobs').set({ claimed_by: 'another' }).execute();
    enough.resolve();
    await slow.close();
    expect(await states()).toEqual(['running']);
  });
});

test('A stopping worker begins nothing more, and cuts off what takes too long', async () => {
  await add(1);
  const worker = await start(
    (_claim, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  await expect.poll(states).toEqual(['running']);
  const closing = worker.close();
  await app.database
    .insertInto('tried_jobs')
    .values({ id: 2, state: 'queued', next_attempt_at: '', updated_at: '' })
    .execute();
  await closing;
  expect(await states()).toEqual(['done', 'queued']);
  expect(ran).toEqual([1]);
});
