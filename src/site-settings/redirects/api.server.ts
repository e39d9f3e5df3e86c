import * as z from 'zod/mini';
import { adminCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { dataOnWire, errors, messageOnWire } from '#server/lists/answers.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { oneAtATime } from '#server/lists/order.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { encodedTarget } from './addresses.ts';
import { allRedirects, faultOf, forgetMissed, missedPaths, redirectRecords, redirects } from './data.server.ts';
import { type Detours, isOurs, redirectsKind } from './follow.server.ts';
import { missedPathOnWire, redirectRecordOnWire, redirectShapes } from './schema.ts';

const tags = [adminCalls.redirects];

/** The redirects list, and the paths that answered 404; in a guarded scope. */
export async function redirectsApi(foundations: Foundations, scope: Http, detours: Detours): Promise<void> {
  const { database } = foundations;

  scope.get(
    adminCalls.redirectsMissed,
    {
      schema: {
        summary: 'List unknown addresses',
        tags,
        response: { 200: dataOnWire(z.array(missedPathOnWire)), ...errors(401) },
      },
    },
    async () => {
      await detours.flush();
      return { data: await missedPaths(database) };
    },
  );
  scope.delete(
    adminCalls.redirectsMissed,
    { schema: { summary: 'Forget unknown addresses', tags, response: { 200: messageOnWire, ...errors(401) } } },
    async (request) => {
      await detours.flush();
      await database.transaction().execute(async (transaction) => {
        await forgetMissed(transaction);
        const nothing = { kind: 'missed_paths', recordId: 0, before: null, after: null };
        await recordChange(transaction, actorOf(request), { ...nothing, action: 'delete' });
      });
      return { message: 'List cleared' };
    },
  );

  await scope.register(async (inner) => {
    // Before any transaction, because the injected request reads the database too.
    inner.addHook('preHandler', async ({ body }) => {
      const from = (body as { from_path?: unknown } | null | undefined)?.from_path;
      if (typeof from === 'string') await refuseLiving(foundations, detours, from);
    });
    redirectCalls(foundations, inner as Http);
  });
}

function redirectCalls(foundations: Foundations, scope: Http): void {
  const ownOrigin = foundations.settings.publicUrl;
  const faultBeside = async (transaction: Database, asked: Parameters<typeof faultOf>[0], id: number | null) => {
    await oneAtATime(transaction, 'redirects');
    return faultOf(asked, id, await allRedirects(transaction));
  };
  const ownTarget = (address: string) =>
    address.startsWith(`${ownOrigin}/`) ? (encodedTarget(address.slice(ownOrigin.length)) ?? address) : address;
  listApi(foundations, scope, {
    ...redirects,
    path: adminCalls.redirects,
    shows: [redirectsKind],
    said: saidOf('Redirect'),
    sorted: ['from_path', 'to_address'],
    onWire: redirectRecordOnWire,
    form: redirectShapes.form,
    read: redirectRecords,
    columns: (input) => ({ ...redirects.columns(input), to_address: ownTarget(input.to_address) }),
    check: async (transaction, { from_path, to_address }, id) => {
      const fault = await faultBeside(transaction, { from_path, to_address: ownTarget(to_address) }, id);
      if (fault) throw invalid({ [fault.field]: [fault.message] });
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await redirects.read(transaction, [id]);
      const fault = record && (await faultBeside(transaction, record, id));
      if (fault) throw new Refusal(409, fault.message);
    },
    writeParts: (transaction, _id, { from_path }) => forgetMissed(transaction, from_path),
  });
}

/** @throws {Refusal} 422 for the path of an existing page: pages take precedence over redirects */
async function refuseLiving({ http }: Foundations, detours: Detours, from: string): Promise<void> {
  if (isOurs(from)) throw invalid({ from_path: ['This path belongs to the product itself.'] });
  if (detours.has(from)) return;
  const url = from.split('/').map(encodeURIComponent).join('/');
  const { statusCode } = await http.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  detours.forget(from);
  if (statusCode < 400) throw invalid({ from_path: ['There is a page at this path. Hide or delete that one first.'] });
}

export function redirectSweepJobs({ database }: Foundations) {
  return [{ name: 'redirects', run: () => emptyTrash(database, 'redirects') }];
}
