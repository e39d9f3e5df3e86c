import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { Network } from '#platform/networks.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { activeAccess } from '../demo-access/demo-access.server.ts';
import { mailAccess } from '../demo-access/give-access.server.tsx';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { foldedTexts } from '../lead/texts.server.ts';
import { notifyNewRequest } from '../notifications/announce.server.ts';
import {
  contentSignals,
  countMail,
  countRequest,
  judgeScore,
  lockRateLimit,
  networkLimitError,
  type Proof,
  type SpamSignal,
  sharedLimits,
} from './rate-limits.server.ts';
import type { RequestContext } from './read-request.server.ts';
import type { DemoRequestInput } from './schema.ts';

/** In milliseconds: the same address and number within this time count as the same request. */
const duplicateWindow = 10 * 60_000;

export interface DemoRequest {
  input: DemoRequestInput;
  context: RequestContext;
  /** Narrowest network first. */
  networks: Network[];
  /** Hash of the idempotency key; null if the client sent none. */
  key: string | null;
  signals: SpamSignal[];
  proof: Proof;
}

/**
 * Stores a request with its history and mail in one transaction. A repeat (same key, or same address and number within
 * ten minutes) answers the first id and writes nothing. Mail is held for spam and over the limits.
 * @throws {HttpError} 429 over the limit of the network or the mailbox, 422 if the key belongs to another request
 * @throws {ProofRequired}
 */
export async function storeDemoRequest(
  database: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  request: DemoRequest,
): Promise<number> {
  const { input } = request;
  return database.transaction().execute(async (transaction) => {
    if (request.key) await lockRateLimit(transaction, settings, 'demo-key', request.key);
    await lockRateLimit(transaction, settings, 'demo-sender', `${input.email} ${input.number}`);
    const earlier = (await findByKey(transaction, request)) ?? (await findDuplicate(transaction, input));
    if (earlier !== null) return earlier;
    const { networkWait, signals } = await countRequest(transaction, settings, request);
    const spam = judgeSpam([...request.signals, ...contentSignals(input), ...signals], request, networkWait);
    const mail = spam.isSpam ? 'hold' : await countMail(transaction, settings, request);
    if (mail === 'prove') throw new ProofRequired();
    return insert(transaction, settings, request, { ...spam, isHeld: mail === 'hold' });
  });
}

/** The same answer for everybody, so that a sender can't learn that the request was marked as spam. */
export async function isMailed(
  database: Database,
  { secret, mail }: Pick<Settings, 'secret' | 'mail'>,
): Promise<boolean> {
  return mail.server !== null && (await activeAccess(database, { secret })) !== null;
}

/** Thrown to roll back the transaction, including its rate limit counts. */
export class ProofRequired extends Error {}

interface SpamResult {
  isSpam: boolean;
  score: number;
  reasons: string;
}

function judgeSpam(signals: SpamSignal[], { proof }: DemoRequest, networkWait: number): SpamResult {
  const score = signals.reduce((sum, signal) => sum + signal.score, 0);
  const verdict = judgeScore(score, proof);
  if (networkWait > 0 && proof === 'none') throw networkLimitError(networkWait);
  if (verdict === 'ask for proof' || (networkWait > 0 && proof === 'can')) throw new ProofRequired();
  return { isSpam: verdict === 'spam', score, reasons: signals.map(({ reason }) => reason).join(', ') };
}

async function insert(
  transaction: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  request: DemoRequest,
  { isSpam, score, reasons, isHeld }: SpamResult & { isHeld: boolean },
): Promise<number> {
  const { input, context, key } = request;
  const at = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...input,
      ...foldedTexts(input),
      ...context,
      request_key: key,
      spam: isSpam ? 1 : 0,
      spam_score: score,
      spam_reasons: reasons,
      access_mail: isHeld ? 'held' : 'none',
      created_at: at,
      updated_at: at,
      stage_since: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEvents(transaction, [
    eventRow(id, 'received', null, { at }),
    ...(isSpam ? [eventRow(id, 'marked_spam', { reasons, score }, { at })] : []),
    ...(isHeld ? [eventRow(id, 'mail_held', null, { at })] : []),
  ]);
  if (!isHeld) await mailAccess(transaction, settings, { id, ...input });
  await notifyNewRequest(transaction, id, settings.publicUrl, isHeld ? new Map() : sharedLimits(settings, request));
  return id;
}

async function findByKey(transaction: Database, { key, input }: DemoRequest): Promise<number | null> {
  if (key === null) return null;
  const row = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'email', 'number'])
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.email === input.email && row.number === input.number) return row.id;
  throw new HttpError(422, 'এই অনুরোধটি আগেই অন্য তথ্য দিয়ে পাঠানো হয়েছে। পাতাটি নতুন করে খুলে আবার পাঠান।', {
    english: 'This idempotency key was used for another request.',
    fields: { idempotency_key: ['This key was used for another request. Send another one, or none.'] },
  });
}

async function findDuplicate(transaction: Database, { email, number }: DemoRequestInput): Promise<number | null> {
  const since = new Date(Date.now() - duplicateWindow).toISOString();
  const row = await transaction
    .selectFrom('demo_requests')
    .select('id')
    .where('email', '=', email)
    .where('number', '=', number)
    .where('created_at', '>', since)
    // Whoever was imported or added was mailed nothing, and the lead of an import in progress may never come.
    .where('origin', '=', 'requested')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
