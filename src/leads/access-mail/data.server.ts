import type { Database } from '#server/database/open.server.ts';
import { notFound } from '#server/errors.server.ts';
import { queueMail } from '#server/mail/outbox.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { siteSettings } from '#vendor/data.server.ts';
import { activeAccess } from '../demo-access/data.server.ts';
import { demoMail } from '../demo-access/demo-mail.server.tsx';
import type { DemoAccess } from '../demo-access/schema.ts';
import { announceRequest } from '../notifications/announce.server.ts';

/** What the password of the demo access is encrypted with. */
type Keys = Pick<Settings, 'secret'>;

/** `waiting`: there is no demo access to mail yet; it goes out as soon as one is saved. */
export type AccessMail = 'queued' | 'waiting';

interface Receiver {
  id: number;
  name: string;
  institute_name: string;
  email: string;
}

/** Queues the mail with the demo link and password, or notes that it waits; in the transaction that stores the request. */
export async function mailAccess(transaction: Database, keys: Keys, request: Receiver): Promise<AccessMail> {
  const access = await activeAccess(transaction, keys);
  if (access) await queueAccess(transaction, access, await brandOf(transaction), request);
  else {
    await setState(transaction, request.id, 'waiting');
    await remember(transaction, request.id, 'mail_waiting');
  }
  return access ? 'queued' : 'waiting';
}

/**
 * Mails the access of today once more, in the transaction of the caller, who also notes which of the staff asked for it.
 * @throws {Refusal} 404
 */
export async function resendDemoMail(transaction: Database, keys: Keys, requestId: number): Promise<AccessMail> {
  const request = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'email'])
    .where('id', '=', requestId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!request) throw notFound('There is no such request. It may have been deleted.');
  return mailAccess(transaction, keys, request);
}

/**
 * Takes the mark of spam off a request: staff are told of it as of a new one, and it is mailed what it was promised,
 * unless that was mailed before. The caller notes in the history who did it. @throws {Refusal} 404
 */
export async function markNotSpam(
  transaction: Database,
  settings: Keys & Pick<Settings, 'publicUrl'>,
  requestId: number,
): Promise<AccessMail | 'mailed'> {
  const marked = await transaction
    .updateTable('demo_requests')
    .set({ spam: 0 })
    .where('id', '=', requestId)
    .returning('access_mail')
    .executeTakeFirst();
  if (!marked) throw notFound('There is no such request. It may have been deleted.');
  await announceRequest(transaction, { id: requestId }, settings.publicUrl);
  if (marked.access_mail === 'queued') return 'mailed';
  return resendDemoMail(transaction, settings, requestId);
}

/** Mails everyone who waits, oldest first, where there is something to mail. Answers how many. */
export async function mailWaiting(transaction: Database, keys: Keys): Promise<number> {
  const access = await activeAccess(transaction, keys);
  if (!access) return 0;
  const brand = await brandOf(transaction);
  const waiting = await waitingRequests(transaction)
    .select(['id', 'name', 'institute_name', 'email'])
    .orderBy('id')
    .execute();
  for (const request of waiting) await queueAccess(transaction, access, brand, request);
  return waiting.length;
}

export async function countWaiting(database: Database): Promise<number> {
  const { count } = await waitingRequests(database)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function waitingRequests(database: Database) {
  return database
    .selectFrom('demo_requests')
    .where('access_mail', '=', 'waiting')
    .where('spam', '=', 0)
    .where('deleted_at', 'is', null);
}

async function queueAccess(transaction: Database, access: DemoAccess, brand: string, request: Receiver): Promise<void> {
  const { id, name, institute_name: institute, email } = request;
  const mail = demoMail(access, { name, institute, email }, brand);
  await queueMail(transaction, { ...mail, kind: 'demo_access', reference: { kind: 'demo_request', id } });
  await setState(transaction, id, 'queued');
  await remember(transaction, id, 'mail_queued');
}

async function setState(transaction: Database, id: number, state: AccessMail): Promise<void> {
  await transaction.updateTable('demo_requests').set({ access_mail: state }).where('id', '=', id).execute();
}

async function remember(transaction: Database, id: number, event: 'mail_queued' | 'mail_waiting'): Promise<void> {
  await transaction
    .insertInto('demo_request_events')
    .values({ request_id: id, event, created_at: new Date().toISOString() })
    .execute();
}

async function brandOf(transaction: Database): Promise<string> {
  return (await siteSettings(transaction)).name;
}
