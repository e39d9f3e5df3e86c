// @module-tag postgres
import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { removeUser } from '#auth/users/data.server.ts';
import { eraseOutdated } from '#leads/inbox/erasing.server.ts';
import { resendAll } from '#mail/outbox/data.server.ts';
import { sweepMails } from '#mail/queue.server.ts';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import type { Database } from './open.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

let removed = 0;
const long = '2020-01-01T00:00:00.000Z';
const numbers = (count: number) =>
  sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n) as numbers`;

async function fillMails(database: Database, state: 'sent' | 'dead', count: number): Promise<void> {
  await database.deleteFrom('mails').execute();
  await sql`insert into mails (message_id, recipient, subject, text, html, kind, state, next_attempt_at, created_at, updated_at)
    select ${state} || i, 'a@b.example', 'x', 'x', 'x', 'test', ${sql.lit(state)}, ${long}, ${long}, ${long} from ${numbers(count)}`.execute(
    database,
  );
}

interface Case {
  what: string;
  rows: number;
  fill: (database: Database) => Promise<unknown>;
  run: (database: Database) => Promise<void>;
  left: (database: Database) => Promise<unknown[]>;
}

test.each<Case>([
  {
    what: 'old mails',
    rows: 50_000,
    fill: (database) => fillMails(database, 'sent', 50_000),
    run: sweepMails,
    left: (database) => database.selectFrom('mails').select('id').execute(),
  },
  {
    what: 'mails sent again',
    rows: 10_000,
    fill: (database) => fillMails(database, 'dead', 10_000),
    run: async (database) => {
      const actor = { user: await hireStaff(app), network: '', requestId: '' };
      expect(await resendAll(database, actor, 'dead')).toBe(10_000);
    },
    left: (database) => database.selectFrom('mails').select('id').where('state', '<>', 'queued').execute(),
  },
  {
    what: 'leads in the trash',
    rows: 600,
    fill: (database) =>
      sql`insert into demo_requests (name, institute_name, number, email, origin, created_at, updated_at, stage_since, deleted_at)
        select 'x', 'x', '', '', 'added', ${long}, ${long}, ${long}, ${long} from ${numbers(600)}`.execute(database),
    run: eraseOutdated,
    left: (database) => database.selectFrom('demo_requests').select('id').execute(),
  },
  {
    what: 'rows that name a removed user',
    rows: 10_000,
    fill: async (database) => {
      const { id } = await hireStaff(app, 'x', 'sales');
      await sql`insert into demo_requests (name, institute_name, number, email, origin, created_at, updated_at, stage_since, owner_id)
        select 'x', 'x', '', '', 'added', ${long}, ${long}, ${long}, ${sql.lit(id)} from ${numbers(5_000)}`.execute(
        database,
      );
      await sql`insert into demo_request_events (request_id, event, created_at, user_id)
        select id, 'called', ${long}, ${sql.lit(id)} from demo_requests`.execute(database);
      removed = id;
    },
    run: async (database) => {
      const user = await hireStaff(app);
      await removeUser(database, { user, network: '', requestId: '' }, removed);
    },
    left: (database) => database.selectFrom('demo_requests').select('id').where('owner_id', 'is not', null).execute(),
  },
])('$rows $what go at most 500 at a time, and pages are served meanwhile (W11)', async ({ rows, ...each }) => {
  await each.fill(app.database);
  const writes = new CountedWrites();
  let [isDone, served] = [false, 0];
  const sweeping = each.run(app.database.withPlugin(writes)).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    expect((await app.get(pages.home)).status).toBe(200);
    if (!isDone) served++;
  }
  await sweeping;
  expect(await each.left(app.database)).toEqual([]);
  expect(writes.sum).toBeGreaterThanOrEqual(rows);
  expect(writes.most).toBeLessThanOrEqual(500);
  expect(served).toBeGreaterThan(3);
});

/** How many rows the statements of a job change, in all and at once. */
class CountedWrites implements KyselyPlugin {
  sum = 0;
  most = 0;

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const rows = Number(result.numAffectedRows ?? 0);
    this.sum += rows;
    this.most = Math.max(this.most, rows);
    return result;
  }
}
