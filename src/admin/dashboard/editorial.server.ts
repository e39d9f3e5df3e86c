import type { AuditEvent } from '#api/audit.ts';
import { auditEvents, eventsOfRecord } from '#cms/audit/audit.server.ts';
import { emptyLists } from '#cms/collections/listed-table.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { dayInDhaka, momentInDhaka } from '#platform/dhaka.server.ts';
import { readableKinds, withNames } from '../activity/api.server.ts';
import type { Editorial } from './schema.ts';

const maxRows = 8;

export const shownLists = allKindsOnServer.map(({ counted }) => counted);

/** What somebody who edits the site begins the day with. */
export async function readEditorial(database: Database, userId: number, now: Date): Promise<Editorial> {
  const since = await lastHere(database, userId, now);
  const [drafts, scheduled, changes, empty, undescribed] = await Promise.all([
    database
      .selectFrom('drafts')
      .select(['kind', 'record_id'])
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
    emptyLists(database, shownLists),
    countRows(
      database
        .selectFrom('pictures')
        .innerJoin('library_pictures', 'picture_key', 'pictures.key')
        .where('alt', '=', '')
        .where('deleted_at', 'is', null),
    ),
  ]);
  const latest = await Promise.all([...drafts, ...scheduled].map((row) => latestEvent(database, row)));
  return {
    since,
    changes,
    missing: [
      ...empty.map((kind) => ({ kind, count: 0 })),
      ...(undescribed > 0 ? [{ kind: 'pictures', count: undescribed }] : []),
    ],
    drafts: latest.slice(0, drafts.length).flat(),
    scheduled: scheduled.flatMap((time, index) =>
      (latest[drafts.length + index] ?? []).map((record) => ({ ...time, record })),
    ),
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
  return named(
    database,
    await auditEvents(
      database,
      rows.map(({ id }) => id),
    ),
  );
}

async function latestEvent(database: Database, { kind, record_id }: { kind: string; record_id: number }) {
  return named(database, await eventsOfRecord(database, kind, record_id, 1));
}

/** What the events changed is left out: it may be whole texts. */
function named(database: Database, events: AuditEvent[]) {
  return withNames(
    database,
    events.map((event) => ({ ...event, before: null, after: null })),
  );
}
