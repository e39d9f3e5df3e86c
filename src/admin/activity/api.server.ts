import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AuditEvent } from '#api/audit.ts';
import { dateField, todayInDhaka } from '#api/fields/dates.ts';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { errors } from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/list-query.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { adminCalls } from '#paths.ts';
import { csvOf } from '#platform/files/csv.server.ts';
import { beginExport, exportStream, setAttachment } from '#platform/http/exports.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { type ActivityFilter, allActivity, newestEvent, pageOfActivity } from './data.server.ts';
import { activityPage } from './schema.ts';

const parameter = z.optional(z.catch(z.string(), ''));
const filterQuery = { actor: parameter, action: parameter, record: parameter, from: parameter, to: parameter };
const listQuery = z.looseObject({ ...filterQuery, page: parameter, per_page: parameter, until: parameter });
const exportQuery = z.looseObject(filterQuery);

const tags = [adminCalls.activity];

type Asked = { Querystring: Record<string, unknown> };

export const activityModule = { staffRoutes: { activity: activityApi } } satisfies Module;

function activityApi({ database }: AppContext, scope: FastifyInstance): void {
  scope.get<Asked>(
    adminCalls.activity,
    {
      schema: {
        summary: 'List activity',
        tags,
        querystring: listQuery,
        response: { 200: activityPage, ...errors(401) },
      },
    },
    async ({ query, staff }) => {
      const { page, perPage } = readListQuery({ page: query.page, per_page: query.per_page });
      const requestedFilter = readFilter(query);
      const until = requestedFilter.until ?? (await newestEvent(database));
      const events = await pageOfActivity(database, staff.user.role, { ...requestedFilter, until }, { page, perPage });
      const kept = { ...keptParameters(query), until: String(until) };
      return pageToWire(events, (event) => event, adminCalls.activity, kept);
    },
  );

  scope.get<Asked>(
    adminCalls.activityExport,
    {
      config: { need: 'write' },
      schema: {
        summary: 'Export activity',
        describedAnswer: 'text/csv',
        tags,
        querystring: exportQuery,
        response: errors(401),
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
          before: null,
          after: filter,
        }),
      );
      const rows = rowsOf(allActivity(database, request.staff.user.role, filter));
      return reply.send(exportStream(reply, csvOf(heads, rows)));
    },
  );
}

const heads = ['ID', 'When', 'Who', 'Email', 'Action', 'Kind', 'Record', 'Before', 'After', 'Network', 'Request'];

async function* rowsOf(pieces: AsyncIterable<AuditEvent[]>) {
  for await (const events of pieces) yield events.map(cellsOf);
}

function cellsOf({ id, at, user, action, kind, record_id, before, after, network, request_id }: AuditEvent) {
  const facts = [before, after].map((each) => (each === null ? '' : JSON.stringify(each)));
  return [id, at, user?.name ?? '', user?.email ?? '', action, kind, record_id ?? '', ...facts, network, request_id];
}

/** Invalid numbers and days are ignored. */
function readFilter(query: Record<string, unknown>): ActivityFilter {
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
