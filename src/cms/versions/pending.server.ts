import type { Pending } from '#api/versions.ts';
import type { Database } from '#platform/database/open.server.ts';

export function withPending<R extends { id: number; status: number }>(
  kind: string,
  read: (database: Database, ids: number[]) => Promise<R[]>,
): (database: Database, ids: number[]) => Promise<(R & { pending: Pending | null })[]> {
  return async (database, ids) => {
    const records = await read(database, ids);
    const pending = await pendingOf(database, kind, ids);
    return records.map((record) => {
      const more = pending.get(record.id);
      return { ...record, pending: more ? { shown: record.status === 1, ...more } : null };
    });
  };
}

async function pendingOf(database: Database, kind: string, ids: number[]): Promise<Map<number, ToCome>> {
  const drafts = await database
    .selectFrom('drafts')
    .select(['record_id', 'updated_at', 'user_name'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute();
  const times = await database
    .selectFrom('schedules')
    .select(['record_id', 'action', 'next_attempt_at', 'state', 'reason'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute();
  const pending = new Map<number, ToCome>();
  for (const { record_id, updated_at, user_name } of drafts)
    pending.set(record_id, { ...nothing, draft_at: updated_at, draft_by: user_name });
  for (const { record_id, action, next_attempt_at, state, reason } of times) {
    const time = state === 'failed' ? { failed: reason ?? '' } : { [`${action}_at`]: next_attempt_at };
    pending.set(record_id, { ...(pending.get(record_id) ?? nothing), ...time });
  }
  return pending;
}

type ToCome = Omit<Pending, 'shown'>;

const nothing: ToCome = { draft_at: null, draft_by: null, publish_at: null, unpublish_at: null, failed: null };
