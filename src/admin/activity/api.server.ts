import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type ActivityEvent, type AuditEvent, activityEventSchema } from '#api/audit.ts';
import { pageSchema } from '#api/records.ts';
import { may, type Role } from '#api/rights.ts';
import { dateField, todayInDhaka } from '#api/shapes.ts';
import { actorOf, auditEvents, recordChange } from '#cms/audit/audit.server.ts';
import { pageParameters, queryParameter } from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/listed-table.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { translate } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { answerStream, beginExport, csvOf, setAttachment, streamLimits } from '#platform/files/exports.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { type PageOf, pageToWire } from '#platform/http/paging.server.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import { screens } from '../screens.ts';
import { auditedKinds, maxListed } from './strings.ts';

const atOnce = 100;
const day = { type: 'string', format: 'date' };

const activityPage = pageSchema(activityEventSchema);

const filterQuery = {
  actor: queryParameter('The id of a user', { type: 'integer' }),
  action: queryParameter('What was done, such as `update`'),
  record: queryParameter('A kind of records, or one of them, such as `news` or `news:5`'),
  from: queryParameter('The first day, in Dhaka', day),
  to: queryParameter('The last day, in Dhaka', day),
};
const until = queryParameter('Events up to this id, so that pages stay as they are', { type: 'integer' });
const listQuery = z.looseObject({ ...filterQuery, ...pageParameters, until });
const exportQuery = z.looseObject(filterQuery);

export const activityModule = { staffRoutes: { activity: activityApi } } satisfies Module;

function activityApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.activity,
    {
      schema: {
        summary: 'List activity',
        querystring: listQuery,
        response: { 200: activityPage },
      },
    },
    async ({ query, staff }) => {
      const { page, perPage } = readListQuery({ page: query.page, per_page: query.per_page });
      const requestedFilter = readFilter(query);
      const until = requestedFilter.until ?? (await newestEvent(database));
      const events = await pageOfActivity(database, staff.user.role, { ...requestedFilter, until }, { page, perPage });
      const kept = { ...keptParameters(query), until: String(until) };
      return pageToWire(events, adminCalls.activity, kept);
    },
  );

  scope.get(
    adminCalls.activityExport,
    {
      ...streamLimits,
      config: { need: 'write' },
      schema: {
        summary: 'Export activity',
        describedAnswer: 'text/csv',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      setAttachment(reply, `activity-${todayInDhaka()}.csv`);
      // HEAD exports nothing, so it is not audited.
      if (request.method === 'HEAD') return reply.send();
      await beginExport(reply);
      const filter = { ...readFilter(request.query), until: await newestEvent(database) };
      await database.transaction().execute((transaction) =>
        recordChange(transaction, actorOf(request), {
          action: 'export',
          kind: 'activity',
          recordId: 0,
          after: filter,
        }),
      );
      const rows = rowsOf(allActivity(database, request.staff.user.role, filter));
      return reply.send(answerStream(reply, csvOf(heads.map(translate), rows)));
    },
  );
}

const heads = t(['ID', 'When', 'Who', 'Email', 'Action', 'Kind', 'Record', 'Before', 'After', 'Network', 'Request']);

async function* rowsOf(pieces: AsyncIterable<AuditEvent[]>) {
  for await (const events of pieces) yield events.map(cellsOf);
}

function cellsOf({ id, at, user, action, kind, record_id, before, after, network, request_id }: AuditEvent) {
  const facts = [before, after].map((each) => (each === null ? '' : JSON.stringify(each)));
  return [id, at, user?.name ?? '', user?.email ?? '', action, kind, record_id ?? '', ...facts, network, request_id];
}

/** Invalid numbers and days are ignored. */
function readFilter(query: Record<string, unknown>) {
  const [, kind = null, id] = /^([a-z_-]{1,40})(?::(\d{1,9}))?$/.exec(String(query.record ?? '')) ?? [];
  return {
    actor: numberIn(query.actor),
    action: /^[a-z_-]{1,40}$/.exec(String(query.action ?? ''))?.[0] ?? null,
    kind,
    recordId: id === undefined ? null : Number(id),
    from: dateField.safeParse(query.from).data ?? null,
    to: dateField.safeParse(query.to).data ?? null,
    until: numberIn(query.until),
  };
}

function numberIn(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export type ActivityPage = z.infer<typeof activityPage>;

/** A filter of the audit events; null matches all. Days are of Dhaka, `until` is the last id, so that pages stay stable. */
type ActivityFilter = ReturnType<typeof readFilter>;

/** One page of audit events, the newest first, limited to the kinds that the role may read. */
async function pageOfActivity(
  database: Database,
  role: Role,
  filter: ActivityFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PageOf<ActivityEvent>> {
  const matches = matching(database, role, filter);
  const total = await countRows(database.selectFrom(matches.select('id').limit(maxListed).as('found')));
  const from = (page - 1) * perPage;
  if (from >= total) return { items: [], page, perPage, total };
  const rows = await matches
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.min(perPage, total - from))
    .offset(from)
    .execute();
  const events = await auditEvents(
    database,
    rows.map(({ id }) => id),
  );
  return { items: await withNames(database, events), page, perPage, total };
}

/** With the names of records and of leads' owners, which the events hold as ids. */
export async function withNames(database: Database, events: AuditEvent[]): Promise<ActivityEvent[]> {
  const names = new Map<string, string>();
  for (const [kind, some] of Map.groupBy(events, (event) => event.kind)) {
    const { nameIn, table = kind } = auditedKinds[kind] ?? {};
    if (!nameIn) continue;
    const rows = await namesIn(
      database,
      table,
      nameIn,
      some.map((event) => event.record_id ?? 0),
    );
    for (const { id, name } of rows) names.set(`${kind} ${id}`, maskTokens(name));
  }
  const ownerIds = events.flatMap(({ before, after }) => [before?.owner_id, after?.owner_id]).filter(isNumber);
  const owners = new Map((await namesIn(database, 'users', 'name', ownerIds)).map(({ id, name }) => [id, name]));
  const named = (facts: AuditEvent['after']) =>
    facts && 'owner_id' in facts ? { ...facts, owner: owners.get(Number(facts.owner_id)) ?? null } : facts;
  return events.map(({ before, after, ...event }) => ({
    ...event,
    before: named(before),
    after: named(after),
    record_name: names.get(`${event.kind} ${event.record_id}`) ?? null,
  }));
}

async function namesIn(database: Database, table: string, column: string, ids: number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(database);
  return rows;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

async function newestEvent(database: Database): Promise<number> {
  const row = await database
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

async function* allActivity(database: Database, role: Role, filter: ActivityFilter): AsyncGenerator<AuditEvent[]> {
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
  }
}

function matching(database: Database, role: Role, { actor, action, kind, recordId, from, to, until }: ActivityFilter) {
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
export function readableKinds(role: Role): string[] | null {
  if (role === 'owner') return null;
  return screens.flatMap(({ area, audited = {} }) => (may(role, 'read', area) ? Object.keys(audited) : []));
}
