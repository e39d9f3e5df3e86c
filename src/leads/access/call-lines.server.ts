import type { Database } from '#server/database/open.server.ts';
import type { WebhookCall } from './schema.ts';

const shown = 50;

/** The latest calls of the demo system, newest first. */
export async function latestCalls(database: Database): Promise<WebhookCall[]> {
  const rows = await lines(database).orderBy('call.id', 'desc').limit(shown).execute();
  return rows.map(toWire);
}

export async function findCall(database: Database, id: number): Promise<WebhookCall> {
  return toWire(await lines(database).where('call.id', '=', id).executeTakeFirstOrThrow());
}

function lines(database: Database) {
  return database
    .selectFrom('outgoing_calls as call')
    .leftJoin('personal_accesses as access', 'access.id', 'call.access_id')
    .leftJoin('demo_requests as lead', 'lead.id', 'access.request_id')
    .select(['call.id', 'call.event', 'call.started_at', 'call.outcome', 'call.http_status', 'call.ms', 'call.error'])
    .select(['lead.id as lead_id', 'lead.institute_name'])
    .where('call.delivery_id', 'is', null);
}

type Line = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

function toWire({ started_at: at, event, lead_id: id, institute_name, ...call }: Line): WebhookCall {
  const lead = id === null ? null : { id, institute_name: institute_name ?? '' };
  return { ...call, event: event === 'test' ? 'test' : 'request.created', at, lead };
}
