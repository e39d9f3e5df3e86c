import type { Insertable } from 'kysely';
import { foldedTexts } from '#leads/lead/texts.server.ts';
import { notifyNewRequest } from '#leads/notifications/announce.server.ts';
import type { Tables } from '../../src/platform/database/tables.server.ts';
import type { TestApp } from './app.ts';
import { visitor } from './content.ts';

let stored = 0;

/** Puts a request into the store as if it had come at that moment; answers its id. */
export async function storeLead(
  { database }: Pick<TestApp, 'database'>,
  values: Partial<Insertable<Tables['demo_requests']>> = {},
): Promise<number> {
  const input = { ...visitor(++stored), number: `+88018${String(stored).padStart(8, '0')}`, ...values };
  const moment = values.created_at ?? new Date().toISOString();
  const { id } = await database
    .insertInto('demo_requests')
    .values({
      ...input,
      ...foldedTexts(input),
      created_at: moment,
      updated_at: moment,
      stage_since: values.stage_since ?? moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The same, and staff are told of it. */
export async function announceLead(
  app: Pick<TestApp, 'database'>,
  values: Parameters<typeof storeLead>[1] = {},
  now = new Date(),
): Promise<number> {
  const id = await storeLead(app, values);
  await app.database
    .transaction()
    .execute((transaction) => notifyNewRequest(transaction, id, 'https://prangon.example', undefined, now));
  return id;
}
