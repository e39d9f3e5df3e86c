import { z } from 'zod';
import * as mini from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { chosen, dateError, dateField, oneOf, optionalLine, someChosen, todayInDhaka } from '#api/shapes.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  dataSchema,
  pageParameters,
  queryParameter,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/listed-table.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { holidaysOf } from '#content/settings/built-in.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, inBatches } from '#platform/database/rows.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { importApi } from '../import/api.server.ts';
import { checkOwner, type LeadChange, lockLeads } from '../lead/data.server.ts';
import { boardSchema, calendarSchema, chosenLeadSchema, leadsPage, openStages } from '../lead/schema.ts';
import { leadLimits, leadsInWords, stageNames } from '../lead/strings.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import {
  assignOwner,
  deleteLead,
  markNotSpam,
  markSpam,
  moveToStage,
  restoreLead,
  stageField,
} from './changes.server.ts';
import { eraseOutdated, personApi, retentionApi } from './erasing.server.ts';
import { exportApi } from './export.server.ts';
import { leadApi } from './lead-api.server.ts';
import {
  boardOfLeads,
  chosenLeads,
  filterQuery,
  orderOnBoard,
  pageOfLeads,
  readCalendar,
  readLeadFilter,
} from './list.server.ts';

export const inboxModule = {
  staffRoutes: { leads: inboxApi },
  cleanups: ({ database }: AppContext) => [{ name: 'outdated leads', run: () => eraseOutdated(database) }],
} satisfies Module;

function inboxApi(context: AppContext, scope: StaffScope): void {
  for (const api of [
    leadListApi,
    holidaysApi,
    leadApi,
    bulkApi,
    exportApi,
    importApi,
    personApi,
    retentionApi,
    reassignApi,
  ])
    api(context, scope);
}

const listQuery = mini.looseObject({ ...filterQuery, ...pageParameters });
const perColumn = queryParameter('Leads of each stage; 10 if not given', { type: 'integer', minimum: 1, maximum: 50 });
const boardQuery = mini.looseObject({ ...filterQuery, per_column: perColumn });
const from = queryParameter('The first day of five weeks; today if not given', {
  type: 'string',
  format: 'date',
});

function leadListApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.list,
    {
      schema: {
        summary: 'List {many}',
        querystring: listQuery,
        response: { 200: leadsPage },
      },
    },
    async ({ query }) => {
      const { filter, sort } = readLeadFilter(query);
      const { page, perPage } = readListQuery({ page: query.page, per_page: query.per_page });
      const leads = await pageOfLeads(database, filter, { sort: sort ?? 'newest', page, perPage });
      return pageToWire(leads, leadCalls.list, keptParameters(query));
    },
  );

  scope.get(
    leadCalls.ids,
    {
      schema: {
        summary: 'List what can be selected',
        querystring: mini.looseObject(filterQuery),
        response: { 200: dataSchema(mini.array(chosenLeadSchema)) },
      },
    },
    async ({ query }) => ({ data: await chosenLeads(database, readLeadFilter(query).filter) }),
  );

  scope.get(
    leadCalls.board,
    {
      schema: {
        summary: 'Get the board of leads',
        querystring: boardQuery,
        response: { 200: boardSchema },
      },
    },
    async ({ query }) => {
      const { filter } = readLeadFilter(query);
      if (filter.trash) throw invalid({ trash: ['The trash has no board. Ask for the list.'] });
      const perColumn = /^[1-9]\d{0,8}$/.test(query.per_column ?? '') ? Math.min(Number(query.per_column), 50) : 10;
      const columns = await boardOfLeads(database, { ...filter, status: null }, perColumn);
      const { per_column: _, ...columnQuery } = keptParameters(query);
      return {
        data: columns.map(({ stage, leads, imported }) => {
          const parameters = { ...columnQuery, status: stage, sort: orderOnBoard[stage], per_page: String(perColumn) };
          return {
            status: stage,
            name: t(stageNames[stage]),
            page: pageToWire(leads, leadCalls.list, parameters),
            imported,
          };
        }),
        total: columns.reduce((sum, { leads }) => sum + leads.total, 0),
      };
    },
  );

  scope.get(
    leadCalls.calendar,
    {
      schema: {
        summary: 'Get the calendar of leads',
        querystring: mini.looseObject({ ...filterQuery, from }),
        response: { 200: calendarSchema },
      },
    },
    ({ query }) => {
      const { filter } = readLeadFilter(query);
      if (filter.trash) throw invalid({ trash: ['The trash has no calendar. Ask for the list.'] });
      return readCalendar(database, filter, readFirst(query.from));
    },
  );
}

function holidaysApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.holidays,
    {
      schema: {
        summary: 'List the holidays',
        response: { 200: dataSchema(mini.array(mini.string())) },
      },
    },
    async () => ({ data: holidaysOf((await siteSettings(database)).holidays) }),
  );
}

/** @throws {HttpError} 422 for an invalid day */
function readFirst(from?: string): string {
  const first = dateField.safeParse(from || todayInDhaka());
  if (!first.success) throw invalid({ from: [dateError] });
  return first.data;
}

const actions = ['stage', 'owner', 'spam', 'not_spam', 'delete', 'restore'] as const;

const bulkSchema = z
  .object({
    ids: someChosen('lead', leadLimits.bulk),
    action: oneOf(actions),
    status: stageField.optional(),
    lost_reason: optionalLine('reason', leadLimits.lostReason),
    owner_id: z.union([z.null(), chosen('person')]).optional(),
  })
  .refine(({ action, status }) => action !== 'stage' || status !== undefined, {
    path: ['status'],
    error: 'Choose a stage.',
  })
  .refine(({ action, owner_id }) => action !== 'owner' || owner_id !== undefined, {
    path: ['owner_id'],
    error: 'Choose a person, or null for nobody.',
  });
type BulkForm = z.output<typeof bulkSchema>;

const resultSchema = mini.object({ id: idSchema, ok: mini.boolean(), message: mini.string() });
const answerSchema = writtenSchema(mini.object({ results: mini.array(resultSchema) }));

/** All or nothing: if one lead can't be changed, none is, and each gets its own result. */
function bulkApi({ database, settings }: AppContext, scope: StaffScope): void {
  scope.post(
    leadCalls.bulk,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Change several leads',
        body: bulkSchema,
        response: { 200: answerSchema, 409: answerSchema },
      },
    },
    async (request, reply) => {
      const form = { ...request.body, settings };
      const results = await database
        .transaction()
        .execute((transaction) => changeAll(transaction, actorOf(request), form))
        .catch((error: unknown) => {
          if (error instanceof BulkRejected) return error.results;
          throw error;
        });
      const failed = results.filter(({ ok }) => !ok).length;
      if (failed === 0) return { data: { results }, message: t`${leadsInWords(results.length)} changed` };
      const message = t`Nothing was changed: it is not possible with ${leadsInWords(failed)} of ${results.length}.`;
      return reply.code(409).send({ data: { results }, message });
    },
  );
}

type BulkRequest = BulkForm & { settings: Settings };

type Result = z.infer<typeof resultSchema>;

class BulkRejected extends Error {
  readonly results: Result[];

  constructor(results: Result[]) {
    super('Refused');
    this.results = results;
  }
}

async function changeAll(transaction: Database, actor: Actor, form: BulkRequest): Promise<Result[]> {
  const rows = new Map((await lockLeads(transaction, form.ids)).map((row) => [row.id, row]));
  const results: Result[] = [];
  for (const id of form.ids) {
    const lead = rows.get(id);
    const isThere = lead && lead.merged_into_id === null && (lead.deleted_at === null) === (form.action !== 'restore');
    results.push({ id, ...(isThere ? await changeOne({ transaction, actor, lead }, form) : gone()) });
  }
  if (results.some(({ ok }) => !ok)) throw new BulkRejected(results);
  return results;
}

const gone = () => ({ ok: false, message: t('It is not there any more.') });

async function changeOne(change: LeadChange, form: BulkRequest): Promise<Omit<Result, 'id'>> {
  try {
    await actionHandlers[form.action](change, form);
    return { ok: true, message: t('Done') };
  } catch (error) {
    // An error in the form itself is shown at its field.
    if (error instanceof HttpError && error.fields === null) return { ok: false, message: t(error.message) };
    throw error;
  }
}

const actionHandlers: Record<BulkForm['action'], (change: LeadChange, form: BulkRequest) => Promise<void>> = {
  stage: (change, { status = change.lead.stage, lost_reason }) => moveToStage(change, status, lost_reason),
  owner: (change, { owner_id = null }) => assignOwner(change, owner_id),
  spam: markSpam,
  not_spam: (change, { settings }) => markNotSpam(change, settings),
  delete: deleteLead,
  restore: (change, { settings }) => restoreLead(change, settings),
};

const reassignForm = z.object({
  owner_id: z.union([z.null(), chosen('person')], { error: 'Choose a person, or null for nobody.' }),
});
const countSchema = mini.object({ leads: mini.int(), open: mini.optional(mini.int()) });

/** Each is written with its history. */
const reassignedAtOnce = 100;

function reassignApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.userLeads,
    {
      config: { area: 'people' },
      schema: {
        summary: 'Count leads of a user',
        response: { 200: dataSchema(countSchema) },
      },
    },
    async (request) => {
      const leads = leadsOwnedBy(database, idOf(request));
      const open = await countRows(leads.where('stage', 'in', openStages));
      return { data: { leads: await countRows(leads), open } };
    },
  );

  scope.post(
    adminCalls.userLeads,
    {
      config: { area: 'people' },
      schema: {
        summary: 'Hand over leads of a user',
        body: reassignForm,
        response: { 200: writtenSchema(countSchema) },
      },
    },
    async (request) => {
      const from = idOf(request);
      const to = request.body.owner_id;
      if (to === from) throw invalid({ owner_id: ['Choose somebody else.'] });
      if (to !== null) await checkOwner(database, to);
      const actor = actorOf(request);
      let leads = 0;
      await inBatches(async (most) => {
        const ids = await idsOf(database, from, most);
        if (ids.length === 0) return 0;
        leads += await database.transaction().execute(async (transaction) => {
          const rows = (await lockLeads(transaction, ids)).filter((row) => row.owner_id === from);
          for (const lead of rows) await assignOwner({ transaction, actor, lead }, to);
          return rows.length;
        });
        return ids.length;
      }, reassignedAtOnce);
      return { data: { leads }, message: leads === 1 ? '1 lead was handed over' : t`${leads} leads were handed over` };
    },
  );
}

function leadsOwnedBy(database: Database, ownerId: number) {
  return selectLiveLeads(database).where('owner_id', '=', ownerId);
}

/** Of the next batch: what was handed over is no longer of this owner. */
async function idsOf(database: Database, ownerId: number, most: number): Promise<number[]> {
  const rows = await leadsOwnedBy(database, ownerId).select('id').orderBy('id').limit(most).execute();
  return rows.map(({ id }) => id);
}
