import * as z from 'zod/mini';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, messageSchema } from '#cms/collections/answers.server.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { encodeTarget } from './addresses.ts';
import {
  allRedirects,
  deleteMissed,
  missedPaths,
  redirectConflict,
  redirectRecords,
  redirects,
} from './data.server.ts';
import { isReservedPath, Redirects, redirectsKind } from './follow.server.ts';
import { missedPathSchema, redirectRecordSchema, redirectShapes } from './schema.ts';
/** The redirects list, and the paths that answered 404. */
export const redirectsModule = {
  staffRoutes: { settings: redirectsApi },
  cleanups: ({ database }: AppContext) => [{ name: 'redirects', run: () => emptyTrash(database, 'redirects') }],
} satisfies Module;

async function redirectsApi(context: AppContext, scope: Http): Promise<void> {
  const { database } = context;
  const redirects = new Redirects(context);

  scope.get(
    adminCalls.redirectsMissed,
    {
      schema: {
        summary: 'List unknown addresses',
        response: { 200: dataSchema(z.array(missedPathSchema)) },
      },
    },
    async () => {
      await redirects.flush();
      return { data: await missedPaths(database) };
    },
  );
  scope.delete(
    adminCalls.redirectsMissed,
    { schema: { summary: 'Forget unknown addresses', response: { 200: messageSchema } } },
    async (request) => {
      await redirects.flush();
      await database.transaction().execute(async (transaction) => {
        await deleteMissed(transaction);
        await recordChange(transaction, actorOf(request), { action: 'delete', kind: 'missed_paths', recordId: 0 });
      });
      return { message: 'List cleared' };
    },
  );

  await scope.register(async (inner) => {
    // Before any transaction, because the injected request reads the database too.
    inner.addHook('preHandler', async ({ body }) => {
      const from = (body as { from_path?: unknown } | null | undefined)?.from_path;
      if (typeof from === 'string') await assertPathUnused(context, redirects, from);
    });
    redirectCalls(context, inner as Http);
  });
}

function redirectCalls(context: AppContext, scope: Http): void {
  const ownOrigin = context.settings.publicUrl;
  const findConflict = async (
    transaction: Database,
    input: Parameters<typeof redirectConflict>[0],
    id: number | null,
  ) => redirectConflict(input, id, await allRedirects(transaction));
  const toLocalTarget = (address: string) =>
    address.startsWith(`${ownOrigin}/`) ? (encodeTarget(address.slice(ownOrigin.length)) ?? address) : address;
  listApi(context, scope, {
    ...redirects,
    path: adminCalls.redirects,
    shows: [redirectsKind],
    messages: listMessages('Redirect'),
    sorted: ['from_path', 'to_address'],
    onWire: redirectRecordSchema,
    form: redirectShapes.form,
    read: redirectRecords,
    columns: (input) =>
      ({
        ...redirects.columns(input),
        to_address: toLocalTarget(input.to_address),
      }) satisfies WrittenColumns<'redirects'>,
    check: async (transaction, { from_path, to_address }, id) => {
      const fault = await findConflict(transaction, { from_path, to_address: toLocalTarget(to_address) }, id);
      if (fault) throw invalid({ [fault.field]: [fault.message] });
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await redirects.read(transaction, [id]);
      const fault = record && (await findConflict(transaction, record, id));
      if (fault) throw new HttpError(409, fault.message);
    },
    writeParts: (transaction, _id, { from_path }) => deleteMissed(transaction, from_path),
  });
}

/** @throws {HttpError} 422 for the path of an existing page: pages take precedence over redirects */
async function assertPathUnused({ http }: AppContext, redirects: Redirects, from: string): Promise<void> {
  if (isReservedPath(from)) throw invalid({ from_path: ['This path belongs to the product itself.'] });
  if (await redirects.has(from)) return;
  const url = from.split('/').map(encodeURIComponent).join('/');
  const { statusCode } = await http.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  redirects.uncount(from);
  if (statusCode < 400) throw invalid({ from_path: ['There is a page at this path. Hide or delete that one first.'] });
}
