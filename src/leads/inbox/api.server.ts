import * as z from 'zod/mini';
import { todayInDhaka } from '#api/shapes.ts';
import { dataSchema, pageParameters, queryParameter } from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/listed-table.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { holidaysOf } from '#content/settings/built-in.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { boardSchema, calendarSchema, chosenLeadSchema, leadsPage } from '../lead/schema.ts';
import { stageNames } from '../lead/strings.ts';
import { bulkApi, reassignApi } from './bulk.server.ts';
import { exportApi } from './export.server.ts';
import { importApi } from './import.server.ts';
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
import { personApi } from './person.server.ts';
import { eraseOutdated, retentionApi } from './retention.server.ts';

export const inboxModule = {
  staffRoutes: { leads: inboxApi },
  cleanups: ({ database }: AppContext) => [{ name: 'outdated leads', run: () => eraseOutdated(database) }],
} satisfies Module;

function inboxApi(context: AppContext, scope: StaffScope): void {
  leadListApi(context, scope);
  holidaysApi(context, scope);
  leadApi(context, scope);
  bulkApi(context, scope);
  exportApi(context, scope);
  importApi(context, scope);
  personApi(context, scope);
  retentionApi(context, scope);
  reassignApi(context, scope);
}

const listQuery = z.looseObject({ ...filterQuery, ...pageParameters });
const perColumn = queryParameter('Leads of each stage; 10 if not given', { type: 'integer', minimum: 1, maximum: 50 });
const boardQuery = z.looseObject({ ...filterQuery, per_column: perColumn });
const month = queryParameter('Such as 2026-12; this one if not given');

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
        querystring: z.looseObject(filterQuery),
        response: { 200: dataSchema(z.array(chosenLeadSchema)) },
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
      const perColumn = readPerColumn(query.per_column);
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
        querystring: z.looseObject({ ...filterQuery, month }),
        response: { 200: calendarSchema },
      },
    },
    ({ query }) => {
      const { filter } = readLeadFilter(query);
      if (filter.trash) throw invalid({ trash: ['The trash has no calendar. Ask for the list.'] });
      return readCalendar(database, filter, readMonth(query.month));
    },
  );
}

function holidaysApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.holidays,
    {
      schema: {
        summary: 'List the holidays',
        response: { 200: dataSchema(z.array(z.string())) },
      },
    },
    async () => ({ data: holidaysOf((await siteSettings(database)).holidays) }),
  );
}

function readPerColumn(text = ''): number {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Math.min(Number(text), 50) : 10;
}

/** @throws {HttpError} 422 for an invalid month */
function readMonth(text = ''): string {
  if (text === '') return todayInDhaka().slice(0, 7);
  if (!/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/.test(text)) throw invalid({ month: ['Write the month as 2026-12.'] });
  return text;
}
