import { sql } from 'kysely';
import { auditEvents } from '#cms/audit/audit.server.ts';
import { emptyLists } from '#cms/collections/listed-table.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { dayInDhaka, momentInDhaka } from '#platform/dhaka.server.ts';
import { readableKinds, withNames } from '../activity/api.server.ts';
import { places } from '../pictures/places.server.ts';
import type { Editorial } from './schema.ts';

const maxRows = 8;

export const sections = allKindsOnServer.flatMap(({ counted }) => counted ?? []);

/** What somebody who edits the site begins the day with. */
export async function readEditorial(database: Database, userId: number, now: Date): Promise<Editorial> {
  const since = await lastHere(database, userId, now);
  const [drafts, scheduled, changes, empty, undescribed] = await Promise.all([
    database
      .selectFrom('drafts')
      .select(['kind', 'record_id', 'updated_at as at'])
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .limit(maxRows)
      .execute(),
    database
      .selectFrom('schedules')
      .select(['kind', 'record_id', 'action', 'reason', 'next_attempt_at as at'])
      .orderBy('next_attempt_at')
      .limit(maxRows)
      .execute(),
    changesOfOthers(database, userId, since),
    emptyLists(database, sections),
    countRows(
      database
        .selectFrom('pictures')
        .innerJoin('library_pictures', 'picture_key', 'pictures.key')
        .where('alt', '=', '')
        .where('deleted_at', 'is', null),
    ),
  ]);
  return {
    since,
    changes,
    empty,
    undescribed,
    drafts: await withRecords(database, drafts),
    scheduled: await withRecords(database, scheduled),
  };
}

/** When this user last changed something before today, else a week ago. */
async function lastHere(database: Database, userId: number, now: Date): Promise<string> {
  const own = await database
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('user_id', '=', userId)
    .where('at', '<', momentInDhaka(dayInDhaka(now)).toISOString())
    // What was scheduled is done in their name while they are away.
    .where('network', '<>', '')
    .executeTakeFirst();
  return own?.at ?? new Date(now.getTime() - 7 * 86_400_000).toISOString();
}

/** The latest change of each record. */
async function changesOfOthers(database: Database, userId: number, since: string) {
  const rows = await database
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('at', '>', since)
    .where('user_id', '<>', userId)
    .where('kind', 'in', readableKinds('editor') ?? [])
    .groupBy(['kind', 'record_id'])
    .orderBy('id', 'desc')
    .limit(4 * maxRows)
    .execute();
  const ids = rows.map(({ id }) => id);
  return withNames(database, await auditEvents(database, ids));
}

/** With the names and links of their records; without those in the trash. */
async function withRecords<Row extends { kind: string; record_id: number }>(database: Database, rows: Row[]) {
  const found = await Promise.all(
    rows.map(async ({ kind, record_id, ...row }) => {
      const place = places.find(({ table }) => table === kind);
      if (!place) return [];
      const records = await sql<{ title: string | null; linked_id: number }>`
        select ${place.title} as title, ${place.linkedId} as linked_id from ${sql.table(kind)}
        where id = ${record_id} and ${place.deleted} is null`.execute(database);
      return records.rows.map(({ title, linked_id }) => ({
        ...row,
        kind,
        title: title ?? '',
        link: place.link(linked_id),
      }));
    }),
  );
  return found.flat();
}
