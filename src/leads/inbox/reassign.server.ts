import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { chosen } from '#api/fields/choices.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import { errors } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { checkOwner, lockLeads } from '../lead/data.server.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import { assignOwner } from './changes.server.ts';

const body = z.object({
  owner_id: z.union([z.null(), chosen('person')], { error: 'Choose a person, or null for nobody.' }),
});
const countSchema = mini.object({ data: mini.object({ leads: mini.int() }) });
const reassignedSchema = mini.object({ ...countSchema.shape, message: mini.string() });

/** Leads per transaction, so that other writers get their turn. */
const batchSize = 100;

export function reassignApi({ database }: AppContext, scope: FastifyInstance): void {
  scope.get(
    adminCalls.userLeads,
    {
      config: { area: 'people' },
      schema: {
        summary: 'Count leads of a user',
        tags: [adminCalls.users],
        response: { 200: countSchema, ...errors(401, 404) },
      },
    },
    async (request) => ({ data: { leads: await countOf(database, idOf(request)) } }),
  );

  scope.withTypeProvider<ZodTypeProvider>().post(
    adminCalls.userLeads,
    {
      config: { area: 'people' },
      schema: {
        summary: 'Hand over leads of a user',
        tags: [adminCalls.users],
        body,
        response: { 200: reassignedSchema, ...errors(401, 404, 422) },
      },
    },
    async (request) => {
      const from = idOf(request);
      const to = request.body.owner_id;
      if (to === from) throw invalid({ owner_id: ['Choose somebody else.'] });
      if (to !== null) await checkOwner(database, to);
      const actor = actorOf(request);
      let leads = 0;
      for (let last = 0; ; ) {
        const ids = await idsOf(database, from, last);
        const end = ids.at(-1);
        if (end === undefined) break;
        last = end;
        leads += await database.transaction().execute(async (transaction) => {
          const rows = (await lockLeads(transaction, ids)).filter((row) => row.owner_id === from);
          for (const row of rows) await assignOwner(transaction, actor, row, to);
          return rows.length;
        });
      }
      return { data: { leads }, message: leads === 1 ? '1 lead was handed over' : `${leads} leads were handed over` };
    },
  );
}

async function countOf(database: Database, ownerId: number): Promise<number> {
  const { leads } = await selectLiveLeads(database)
    .select(({ fn }) => fn.countAll<number>().as('leads'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return leads;
}

async function idsOf(database: Database, ownerId: number, after: number): Promise<number[]> {
  const rows = await selectLiveLeads(database)
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}
