import { sql } from 'kysely';
import type { AuditEvent } from '#api/audit.ts';
import { may, type Role } from '#api/rights.ts';
import { auditEvents } from '#cms/audit/audit-history.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import { screens } from '../screens.ts';
import { maxListed } from './strings.ts';

/** A filter of the audit events; null matches all. */
export interface ActivityFilter {
  actor: number | null;
  action: string | null;
  kind: string | null;
  recordId: number | null;
  /** Days in Dhaka time, both inclusive. */
  from: string | null;
  to: string | null;
  /** Only events up to this id, so that pages stay stable while new ones arrive. */
  until: number | null;
}

/** One page of audit events, the newest first, limited to the kinds that the role may read. */
export async function pageOfActivity(
  database: Database,
  role: Role,
  filter: ActivityFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PageOf<AuditEvent>> {
  const matches = matching(database, role, filter);
  const { total } = await database
    .selectFrom(matches.select('id').limit(maxListed).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const from = (page - 1) * perPage;
  if (from >= total) return { items: [], page, perPage, total };
  const rows = await matches
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(perPage, total - from))
    .offset(from)
    .execute();
  const items = await auditEvents(
    database,
    rows.map(({ id }) => id),
  );
  return { items, page, perPage, total };
}

export async function newestEvent(database: Database): Promise<number> {
  const row = await database
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

export async function* allActivity(
  database: Database,
  role: Role,
  filter: ActivityFilter,
): AsyncGenerator<AuditEvent[]> {
  for (let last: AuditEvent | undefined; ; ) {
    const rows = await matching(database, role, filter)
      .select('id')
      .$if(last !== undefined, (query) => query.where(sql<boolean>`(at, id) < (${last?.at}, ${last?.id})`))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return;
    const events = await auditEvents(
      database,
      rows.map(({ id }) => id),
    );
    yield events;
    last = events.at(-1);
    // Lets other requests run between two batches.
    await new Promise(setImmediate);
  }
}

const atOnce = 100;

function matching(database: Database, role: Role, filter: ActivityFilter) {
  const { actor, action, kind, recordId, from, to, until } = filter;
  const readable = readableKinds(role);
  return database
    .selectFrom('audit_events')
    .$if(readable !== null, (query) => query.where('kind', 'in', readable ?? []))
    .$if(actor !== null, (query) => query.where('user_id', '=', actor))
    .$if(action !== null, (query) => query.where('action', '=', action ?? ''))
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? ''))
    .$if(recordId !== null, (query) => query.where('record_id', '=', recordId))
    .$if(from !== null, (query) => query.where('at', '>=', momentInDhaka(from ?? '').toISOString()))
    .$if(to !== null, (query) => query.where('at', '<', momentInDhaka(dayAfter(to ?? '', 1)).toISOString()))
    .$if(until !== null, (query) => query.where('id', '<=', until ?? 0));
}

/** Those of the screens that the role may read; null: all, also of no screen. */
function readableKinds(role: Role): string[] | null {
  if (role === 'owner') return null;
  return screens.flatMap(({ area = 'content', audited = {} }) => (may(role, 'read', area) ? Object.keys(audited) : []));
}
