import type { AuditEvent, LatestChange } from '#api/audit.ts';
import type { Database } from '#platform/database/open.server.ts';

const most = 100;

export async function historyOfRecord(
  database: Database,
  kind: string,
  recordId: number,
  limit = most,
): Promise<AuditEvent[]> {
  const rows = await database
    .selectFrom('audit_events')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return auditEvents(
    database,
    rows.map(({ id }) => id),
  );
}

/** The latest changes of a record, the newest first: who, when and which fields. */
export async function latestChanges(database: Database, kind: string, recordId: number): Promise<LatestChange[]> {
  const events = await historyOfRecord(database, kind, recordId, 10);
  return events.map(({ user, at, before, after }) => ({
    by: user && { id: user.id, name: user.name ?? user.email },
    at,
    fields: Object.keys({ ...before, ...after }).filter((name) => name !== 'updated_at'),
    version: typeof after?.updated_at === 'string' ? after.updated_at : null,
  }));
}

export async function auditEvents(database: Database, ids: number[]): Promise<AuditEvent[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('audit_events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select(['event.id', 'at', 'user_id', 'user_email', 'action', 'kind', 'record_id', 'before', 'after'])
    .select(['network', 'request_id'])
    .select(({ fn }) => fn.coalesce('user_name', 'users.name').as('name'))
    .where('event.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { user_id, user_email, name, before, after, ...event } = row;
    return {
      ...event,
      user: user_email === null ? null : { id: user_id, name, email: user_email },
      before: before === null ? null : JSON.parse(before),
      after: after === null ? null : JSON.parse(after),
    };
  });
}
