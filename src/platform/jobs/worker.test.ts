// @module-tag postgres
import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import type { Database } from '../database/open.server.ts';
import { type Claim, type JobColumns, JobQueue } from './queue.server.ts';
import { Worker, type WorkerLimits, type WorkerSlot } from './worker.server.ts';

declare module '#platform/database/tables.server.ts' {
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
const limits: WorkerLimits = { pollInterval: 20, lease: 3_000, stop: 50 };
const longAgo = '2020-01-01T00:00:00.000Z';

let app: TestApp;
let workers: Worker<Claim, void>[] = [];
/** The jobs that were run, in this order; and those that were noted as lost. */
let ran: number[] = [];
let requeued: number[] = [];

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
  [workers, ran, requeued] = [[], [], []];
});
afterEach(() => Promise.all(workers.map((worker) => worker.close())));

async function start(
  run: WorkerSlot<Claim, void>['run'] = async () => undefined,
  end: (claim: Claim) => void = () => undefined,
  { database, lease }: { database: Database; lease: number } = { database: app.database, lease: limits.lease },
): Promise<Worker<Claim, void>> {
  const worker = new Worker<Claim, void>(
    { database, log: app.log },
    {
      name: 'tries',
      queue,
      openSlot: () => ({
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
      onRequeued: async (_transaction, ids) => {
        requeued.push(...ids);
      },
    },
    { ...limits, lease },
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
    expect(requeued).toEqual([]);
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
    expect([ran, requeued]).toEqual([[1], []]);
  });

  test('do once more what a killed one held, and what broke off after its lease, and note that', async () => {
    await add(1, { state: 'running', claimed_by: 'killed', claimed_at: longAgo });
    await start(async () => {
      if (ran.length === 1) throw new Error('Broken');
    });
    await expect.poll(states).toEqual(['done']);
    expect([ran, requeued]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

test('A claim whose answer was lost is taken back at once, and what is being done is left alone', async () => {
  const enough = Promise.withResolvers<void>();
  await add(3);
  const database = losingOneAnswer(app.database, 2);
  await start(({ id }) => (id === 1 ? enough.promise : Promise.resolve()), undefined, { database, lease: 3_600_000 });
  await expect.poll(states).toEqual(['running', 'done', 'done']);
  enough.resolve();
  await expect.poll(states).toEqual(all(3, 'done'));
  expect([ran.toSorted(), requeued]).toEqual([[1, 2, 3], [2]]);
});

/** The first claim of this job is committed, and its worker hears of a lost connection instead. */
function losingOneAnswer(database: Database, id: number): Database {
  let isLost = false;
  const execute = async (work: (transaction: Database) => Promise<unknown>) => {
    const result = await database.transaction().execute(work);
    if (isLost || !(result instanceof Object && 'id' in result && result.id === id)) return result;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

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
  const second = { id: 2, state: 'queued', next_attempt_at: '', updated_at: '' };
  await app.database.insertInto('tried_jobs').values(second).execute();
  await closing;
  expect(await states()).toEqual(['done', 'queued']);
  expect(ran).toEqual([1]);
});
