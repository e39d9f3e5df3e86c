import type { Generated } from 'kysely';
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
  /** Of a change that is found again by it; else now. */
  at?: string;
  action: AuditAction;
  kind: string;
  recordId: number;
  before?: Facts | null;
  after?: Facts | null;
}

/** What a program does is done by who made its token, with the name of that behind it. */
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
