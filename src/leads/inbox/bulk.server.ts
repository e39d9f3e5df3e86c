import { z } from 'zod';
import * as mini from 'zod/mini';
import { chosen, someChosen } from '#api/fields/choices.ts';
import { optionalLine } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { bodyLimits, errors, messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { checkOwner, type LockedLead, lockLeads } from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import { assignOwner, deleteLead, markNotSpam, markSpam, moveToStage, restoreLead } from './changes.server.ts';
import { stageField } from './forms.server.ts';

const actions = ['stage', 'owner', 'spam', 'not_spam', 'delete', 'restore'] as const;

const bulkSchema = z
  .object({
    ids: someChosen('lead', leadLimits.bulk),
    action: z.enum(actions, { error: `Choose one of ${actions.join(', ')}.` }),
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
const answerSchema = mini.object({
  data: mini.object({ results: mini.array(resultSchema) }),
  ...messageSchema.shape,
});

/** All or nothing: if one lead can't be changed, none is, and each gets its own result. */
export function bulkApi({ database, settings }: AppContext, scope: Http): void {
  scope.post(
    leadCalls.bulk,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Change several leads',
        tags: [leadCalls.list],
        body: bulkSchema,
        response: { 200: answerSchema, ...errors(401, 422), 409: answerSchema },
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
      if (failed === 0) return { data: { results }, message: `${count(results.length)} changed` };
      const message = `Nothing was changed: it is not possible with ${count(failed)} of ${results.length}.`;
      return reply.code(409).send({ data: { results }, message });
    },
  );
}

type BulkRequest = BulkForm & { settings: Settings };

interface Result {
  id: number;
  ok: boolean;
  message: string;
}

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
  for (const id of form.ids) results.push(await changeOne(transaction, actor, id, rows.get(id), form));
  if (results.some(({ ok }) => !ok)) throw new BulkRejected(results);
  return results;
}

async function changeOne(
  transaction: Database,
  actor: Actor,
  id: number,
  row: LockedLead | undefined,
  form: BulkRequest,
): Promise<Result> {
  const isThere = row && row.merged_into_id === null && (row.deleted_at === null) === (form.action !== 'restore');
  if (!isThere) return { id, ok: false, message: 'It is not there any more.' };
  try {
    await actionHandlers[form.action](transaction, actor, row, form);
    return { id, ok: true, message: 'Done' };
  } catch (error) {
    // An error in the form itself is shown at its field.
    if (error instanceof HttpError && error.fields === null) return { id, ok: false, message: error.message };
    throw error;
  }
}

const actionHandlers: Record<
  BulkForm['action'],
  (transaction: Database, actor: Actor, row: LockedLead, form: BulkRequest) => Promise<void>
> = {
  stage: (transaction, actor, row, { status = row.stage, lost_reason }) =>
    moveToStage(transaction, actor, row, status, lost_reason),
  owner: (transaction, actor, row, { owner_id = null }) => assignOwner(transaction, actor, row, owner_id),
  spam: markSpam,
  not_spam: (transaction, actor, row, { settings }) => markNotSpam(transaction, actor, row, settings),
  delete: deleteLead,
  restore: restoreLead,
};

function count(number: number): string {
  return number === 1 ? '1 lead' : `${number} leads`;
}

const reassignForm = z.object({
  owner_id: z.union([z.null(), chosen('person')], { error: 'Choose a person, or null for nobody.' }),
});
const countSchema = mini.object({ data: mini.object({ leads: mini.int() }) });
const reassignedSchema = mini.object({ ...countSchema.shape, message: mini.string() });

/** Leads per transaction, so that other writers get their turn. */
const reassignedAtOnce = 100;

export function reassignApi({ database }: AppContext, scope: Http): void {
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

  scope.post(
    adminCalls.userLeads,
    {
      config: { area: 'people' },
      schema: {
        summary: 'Hand over leads of a user',
        tags: [adminCalls.users],
        body: reassignForm,
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
    .limit(reassignedAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}
