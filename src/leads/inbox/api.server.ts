import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { leadCalls } from '#paths.ts';
import { invalid } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors } from '#server/lists/answers.server.ts';
import { keptParameters, readListQuery } from '#server/lists/list-query.server.ts';
import { viewRoutes } from '#server/lists/views.server.ts';
import { pageToWire } from '#server/paging.server.ts';
import { boardOnWire, chosenLeadsOnWire, leadsPage } from '../lead/schema.ts';
import { stageNames } from '../lead/words.ts';
import { addingApi } from './adding.server.ts';
import { bulkApi } from './bulk.server.ts';
import { calendarApi } from './calendar.server.ts';
import { contactApi } from './contact-api.server.ts';
import { erasingApi } from './erasing.server.ts';
import { exportApi } from './export.server.ts';
import { handingOverApi } from './handing-over.server.ts';
import { importApi } from './import.server.ts';
import { leadApi } from './lead-api.server.ts';
import {
  boardOfLeads,
  chosenLeads,
  filterParameters,
  orderOnBoard,
  pageOfLeads,
  readLeadFilter,
} from './list.server.ts';

export function inboxApi(foundations: Foundations, scope: FastifyInstance): void {
  leadListApi(foundations, scope);
  addingApi(foundations, scope);
  leadApi(foundations, scope);
  calendarApi(foundations, scope);
  contactApi(foundations, scope);
  bulkApi(foundations, scope);
  viewRoutes(foundations, scope, {
    path: leadCalls.list,
    kept: [...filterParameters, 'view', 'per_page'],
    check: readLeadFilter,
  });
  exportApi(foundations, scope);
  importApi(foundations, scope);
  erasingApi(foundations, scope);
  handingOverApi(foundations, scope);
}

const parameter = z.optional(z.catch(z.string(), ''));
const filterQuery = Object.fromEntries(filterParameters.map((name) => [name, parameter]));
const listQuery = z.looseObject({ ...filterQuery, page: parameter, per_page: parameter });
const boardQuery = z.looseObject({ ...filterQuery, per_column: parameter });

type Asked = { Querystring: Record<string, unknown> };

const tags = [leadCalls.list];

function leadListApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.get<Asked>(
    leadCalls.list,
    {
      schema: {
        summary: 'List leads',
        tags,
        querystring: listQuery,
        response: { 200: leadsPage, ...errors(401, 422) },
      },
    },
    async ({ query }) => {
      const { filter, sort } = readLeadFilter(query);
      const { page, perPage } = readListQuery({ page: query.page, per_page: query.per_page });
      const leads = await pageOfLeads(database, filter, { sort: sort ?? 'newest', page, perPage });
      return pageToWire(leads, (lead) => lead, leadCalls.list, keptParameters(query));
    },
  );

  scope.get<Asked>(
    leadCalls.ids,
    {
      schema: {
        summary: 'List what can be selected',
        tags,
        querystring: z.looseObject(filterQuery),
        response: { 200: chosenLeadsOnWire, ...errors(401, 422) },
      },
    },
    async ({ query }) => ({ data: await chosenLeads(database, readLeadFilter(query).filter) }),
  );

  scope.get<Asked>(
    leadCalls.board,
    {
      schema: {
        summary: 'Get the board of leads',
        tags,
        querystring: boardQuery,
        response: { 200: boardOnWire, ...errors(401, 422) },
      },
    },
    async ({ query }) => {
      const { filter } = readLeadFilter(query);
      if (filter.trash) throw invalid({ trash: ['The trash has no board. Ask for the list.'] });
      const perColumn = readPerColumn(query.per_column);
      const columns = await boardOfLeads(database, { ...filter, stage: null }, perColumn);
      const { per_column: _, ...kept } = keptParameters(query);
      return {
        data: columns.map(({ stage, leads, imported }) => {
          const parameters = { ...kept, status: stage, sort: orderOnBoard[stage], per_page: String(perColumn) };
          return {
            status: stage,
            name: stageNames[stage],
            page: pageToWire(leads, (lead) => lead, leadCalls.list, parameters),
            imported,
          };
        }),
        total: columns.reduce((sum, { leads }) => sum + leads.total, 0),
      };
    },
  );
}

function readPerColumn(text: unknown): number {
  const isNumber = typeof text === 'string' && /^[1-9][0-9]{0,8}$/.test(text);
  return isNumber ? Math.min(Number(text), 50) : 10;
}
