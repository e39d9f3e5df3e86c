import { t } from '#i18n/text.ts';
import { databaseNow, timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { type JobColumns, JobQueue } from '#platform/jobs/queue.server.ts';
import type { Actor } from '../audit/audit.server.ts';
import type { RecordRef } from './history.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    schedules: SchedulesTable;
  }
}

interface SchedulesTable extends JobColumns {
  kind: string;
  record_id: number;
  action: 'publish' | 'unpublish';
  user_id: number;
  user_email: string;
  user_name: string;
  reason: string | null;
  state: 'queued' | 'publishing' | 'failed';
}

/** ISO 8601 in UTC; null: not scheduled; undefined: unchanged. */
export interface Times {
  publish_at?: string | null | undefined;
  unpublish_at?: string | null | undefined;
}

/** Actions on one record run in order. */
export const schedules = new JobQueue({
  table: 'schedules',
  running: 'publishing',
  due: (database) =>
    database
      .selectFrom('schedules')
      .select('schedules.id')
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', timestampIn(database, 0))
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('schedules as earlier')
              .select('earlier.id')
              .whereRef('earlier.kind', '=', 'schedules.kind')
              .whereRef('earlier.record_id', '=', 'schedules.record_id')
              .where('earlier.state', '<>', 'failed')
              .where('earlier.next_attempt_at', '<', ref('schedules.next_attempt_at')),
          ),
        ),
      )
      .orderBy('next_attempt_at')
      .orderBy('id'),
});

export async function timesOf(database: Database, { kind, id }: RecordRef): Promise<Required<Times>> {
  const rows = await database
    .selectFrom('schedules')
    .select(['action', 'next_attempt_at'])
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('state', '<>', 'failed')
    .execute();
  const at = (action: string) => rows.find((row) => row.action === action)?.next_attempt_at ?? null;
  return { publish_at: at('publish'), unpublish_at: at('unpublish') };
}

const passed = t({
  publish: 'This time has passed. Publish now, or choose another.',
  unpublish: 'This time has passed. Choose another.',
});

/** In a transaction that locks the record. @throws {HttpError} 422 for a new time that has passed */
export async function setTimes(transaction: Database, place: RecordRef, times: Times, { user }: Actor): Promise<void> {
  const before = await timesOf(transaction, place);
  const now = (await databaseNow(transaction)).toISOString();
  for (const action of ['publish', 'unpublish'] as const) {
    const at = times[`${action}_at`];
    if (at === undefined) continue;
    // It would be done at once, and a wrong month is enough.
    if (at && at <= now && at !== before[`${action}_at`]) throw invalid({ [`${action}_at`]: [passed[action]] });
    await transaction
      .deleteFrom('schedules')
      .where('kind', '=', place.kind)
      .where('record_id', '=', place.id)
      .where('action', '=', action)
      .execute();
    if (at === null) continue;
    await transaction
      .insertInto('schedules')
      .values({
        kind: place.kind,
        record_id: place.id,
        action,
        user_id: user.id,
        user_email: user.email,
        user_name: user.name ?? user.email,
        state: 'queued',
        next_attempt_at: at,
        updated_at: now,
      })
      .execute();
  }
}
