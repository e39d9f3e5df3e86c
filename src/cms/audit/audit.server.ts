import type { Generated } from 'kysely';
import type { AuditEvent, LatestChange } from '#api/audit.ts';
import type { Database } from '#platform/database/open.server.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import { networkOf } from '#platform/networks.server.ts';
import type { StaffRequest } from '#platform/session/sessions.server.ts';
import type { AuditAction } from './strings.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    audit_events: AuditEventsTable;
  }
}

/** Append-only: a trigger rejects updates and deletes. */
interface AuditEventsTable {
  id: Generated<number>;
  at: string;
  user_id: number | null;
  user_email: string | null;
  /** The name at that time; null in rows from before the column existed. */
  user_name: string | null;
  action: string;
  kind: string;
  record_id: number | null;
  before: string | null;
  after: string | null;
  network: string;
  request_id: string;
}

export interface Actor {
  user: { id: number; email: string; name?: string };
  network: string;
  requestId: string;
}

/** The actor of CLI commands, where nobody is signed in. */
const cliActor = { user: null, network: 'command', requestId: '' };

type Facts = object;

export interface AuditChange {
  /** Defaults to now. */
  at?: string;
  action: AuditAction;
  kind: string;
  recordId: number;
  before?: Facts | null;
  after?: Facts | null;
}

/** API tokens act as their creator; the token’s name is appended. */
export function actorOf(request: StaffRequest): Actor {
  const { user: maker, program } = request.staff;
  const user = program ? { ...maker, name: `${maker.name} · ${program}` } : maker;
  return { user, network: networkOf(request.ip), requestId: request.id };
}

/**
 * Writes an audit event in the transaction that makes the change. An update stores only the fields that differ. Values
 * of fields named like secrets are stored as '(hidden)', and tokens for programs as `prg_…`.
 */
export async function recordChange(
  transaction: Database,
  actor: Actor | 'command',
  change: AuditChange,
): Promise<void> {
  const { before, after } = difference(change);
  const { user, network, requestId } = actor === 'command' ? cliActor : actor;
  await transaction
    .insertInto('audit_events')
    .values({
      at: change.at ?? new Date().toISOString(),
      user_id: user?.id ?? null,
      user_email: user?.email ?? null,
      user_name: user?.name ?? null,
      action: change.action,
      kind: change.kind,
      record_id: change.recordId,
      before: before && JSON.stringify(before, hideSecrets),
      after: after && JSON.stringify(after, hideSecrets),
      network,
      request_id: requestId,
    })
    .execute();
}

function difference({ before = null, after = null }: AuditChange) {
  if (!before || !after) return { before, after };
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const differs = (field: string) => JSON.stringify(old.get(field)) !== JSON.stringify(now.get(field));
  const fields = [...new Set([...old.keys(), ...now.keys()])].filter(differs);
  const only = (facts: Map<string, unknown>) =>
    Object.fromEntries(fields.filter((field) => facts.has(field)).map((field) => [field, facts.get(field)]));
  return { before: only(old), after: only(now) };
}

function hideSecrets(name: string, value: unknown): unknown {
  if (value !== null && /password|token|secret|hash/i.test(name)) return '(hidden)';
  return typeof value === 'string' ? maskTokens(value) : value;
}

/** The latest first; older ones are found in *Activity*. */
export async function eventsOfRecord(
  database: Database,
  kind: string,
  recordId: number,
  limit = 100,
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
  const events = await eventsOfRecord(database, kind, recordId, 10);
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
