import type { Insertable } from 'kysely';
import { foldedTexts } from '#leads/lead/texts.server.ts';
import { notifyNewRequest } from '#leads/notifications/announce.server.ts';
import type { Tables } from '../../src/platform/database/tables.server.ts';
import type { TestApp } from './app.ts';
import { visitor } from './content.ts';

type Values = Partial<Insertable<Tables['demo_requests']>>;

let stored = 0;

/** Puts a request into the store as if it had come at that moment; answers its id. */
export async function storeLead(app: Pick<TestApp, 'database'>, values: Values = {}): Promise<number> {
  const [id = 0] = await storeLeads(app, [values]);
  return id;
}

export async function storeLeads({ database }: Pick<TestApp, 'database'>, all: Values[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < all.length; from += 500) {
    const rows = all.slice(from, from + 500).map(rowOf);
    const made = await database.insertInto('demo_requests').values(rows).returning('id').execute();
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

function rowOf(values: Values) {
  const input = { ...visitor(++stored), number: `+88018${String(stored).padStart(8, '0')}`, ...values };
  const moment = values.created_at ?? new Date().toISOString();
  const stage_since = values.stage_since ?? moment;
  return { ...input, ...foldedTexts(input), created_at: moment, updated_at: moment, stage_since };
}

/** The same, and staff are told of it. */
export async function announceLead(
  app: Pick<TestApp, 'database'>,
  values: Values = {},
  now = new Date(),
): Promise<number> {
  const id = await storeLead(app, values);
  await app.database
    .transaction()
    .execute((transaction) => notifyNewRequest(transaction, id, 'https://prangon.example', undefined, now));
  return id;
}
