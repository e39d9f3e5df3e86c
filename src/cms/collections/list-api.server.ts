import { z } from 'zod';
import * as mini from 'zod/mini';
import { someChosen, versionField } from '#api/fields.ts';
import { idSchema, pageSchema } from '#api/records.ts';
import { t } from '#i18n/text.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { actorOf } from '../audit/audit.server.ts';
import type { AppContext } from '../context.server.ts';
import { bodyLimits, dataSchema, flagSchema, listQuery, messageSchema, queryParameter } from './answers.server.ts';
import type { FormInput, ListKind, ListMessages, ListRecord } from './list-kind.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { orderRoute } from './order.server.ts';
import { readPage } from './read-page.server.ts';
import { recordRoutes } from './record-routes.server.ts';
import { type BulkAction, bulkActions, ListWrites } from './writes.server.ts';

const maxBulk = 100;

const bulkBody = z.object({
  ids: someChosen('record', maxBulk),
  action: z.enum(bulkActions, { error: () => t`Choose one of ${bulkActions.join(', ')}.` }),
  updated_at: versionField,
});

const bulkResult = mini.object({
  id: idSchema,
  ok: mini.boolean(),
  changed: mini.boolean(),
  message: mini.string(),
});
mini.globalRegistry.add(bulkResult, { id: 'BulkResult' });

const bulkAnswer = mini.object({ data: mini.object({ results: mini.array(bulkResult) }), ...messageSchema.shape });

const pastOf: Record<BulkAction, string> = t({
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
});

/** The list with pages, search, status, trash and order; bulk actions, single records. */
export function listApi<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire, ListTable>,
): void {
  const { path, onWire, sorted } = kind;
  const schema = { summary: 'List {many}', querystring: listQuery(sorted), response: { 200: pageSchema(onWire) } };

  scope.get(path, { schema }, async ({ query }) => readPage(context.database, kind, query));
  if (!kind.order) orderRoute(context, scope, kind);
  bulkRoute(context, scope, kind);
  recordRoutes(context, scope, kind);
}

/** Each record has its own result; 409 if all failed. `updated_at` is for a single record. */
function bulkRoute<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire>,
): void {
  const writes = new ListWrites<Input, Wire>(context, kind);
  scope.post(
    `${kind.path}/bulk`,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Change several {many}',
        body: bulkBody,
        response: { 200: bulkAnswer, 409: bulkAnswer },
      },
    },
    async (request, reply) => {
      const { ids, action, updated_at } = request.body;
      const results = await writes.bulkUpdate(actorOf(request), action, ids, updated_at);
      const failed = results.filter(({ ok }) => !ok);
      const summary = `${countInWords(results.length - failed.length)} ${t(pastOf[action])}`;
      const first = failed[0]?.message;
      if (!first) return { data: { results }, message: summary };
      const isNone = failed.length === results.length;
      const message = isNone ? first : t`${summary}, ${failed.length} not: ${first}`;
      return reply.code(isNone ? 409 : 200).send({ data: { results }, message });
    },
  );
}

function countInWords(number: number): string {
  return number === 1 ? t('1 record') : t`${number} records`;
}

/** The path returns the newest record or null; `?all=1` a page of all, `?trash=1` one of the deleted. */
export function singleApi<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire, ListTable>,
): void {
  const { path, onWire, sorted } = kind;
  const all = queryParameter('1: a page of all of them; else the newest alone', flagSchema);
  const answer = mini.union([dataSchema(mini.nullable(onWire)), pageSchema(onWire)]);

  scope.get(
    path,
    {
      schema: {
        summary: 'List {many}',
        querystring: mini.extend(listQuery(sorted), { all }),
        response: { 200: answer },
      },
    },
    async ({ query }) => {
      if (query.trash === '1' || query.all === '1' || query.state) return readPage(context.database, kind, query);
      const { data } = await readPage(context.database, kind, { per_page: '1' });
      return { data: data[0] ?? null };
    },
  );
  recordRoutes(context, scope, kind);
}

/** In the language of each reader. `deleted` is capitalised where the screen has it so. */
export function listMessages(
  name: string,
  deleted: 'deleted' | 'Deleted' = 'deleted',
  created = t('Created successfully'),
): ListMessages {
  return {
    created,
    get updated() {
      return t`${t(name)} updated successfully`;
    },
    get deleted() {
      return t`${t(name)} ${t(deleted)} successfully`;
    },
    get restored() {
      return t`${t(name)} restored successfully`;
    },
  };
}
