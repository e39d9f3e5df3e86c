import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Network } from '#server/http/networks.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { activeAccess } from '../access/demo-access.server.ts';
import { mailAccess } from '../access/give-access.server.tsx';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { foldedTexts } from '../lead/texts.server.ts';
import { announceRequest } from '../notifications/announce.server.ts';
import { countMail, countRequest, oneAtATime, tooManyFromNetwork } from './rate-limits.server.ts';
import type { Facts, Origin } from './read-request.server.ts';
import type { DemoRequestInput } from './schema.ts';
import { contentSignals, type Proof, type SpamSignal, verdictOf } from './spam-signals.server.ts';

/** The same address and number again within this time is the same request, in milliseconds. */
const sameRequestFor = 10 * 60_000;

/** A demo request as it was sent. */
export interface DemoRequest {
  input: DemoRequestInput;
  origin: Origin;
  facts: Facts;
  /** Where it comes from, the narrowest first. */
  networks: Network[];
  /** The idempotency key, as a hash; null where the client sent none. */
  key: string | null;
  /** What the sending itself tells, beside its words. */
  signals: SpamSignal[];
  proof: Proof;
}

/** Asks the client for a proof of work before anything is stored. */
export const askForProof = 'ask for proof';

/**
 * Stores a request, its history and its mail, in one transaction. The same key again, or the same address and number
 * within ten minutes (a second click, a retry), answers the first one's id and writes nothing. What looks like spam is
 * stored with that mark; its mail is held, as it is where more than usual would go out.
 * @throws {Refusal} 429 over the limits of the visitor's network or of the mailbox, 422 where the key belongs to another
 * request
 */
export async function storeDemoRequest(
  database: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  request: DemoRequest,
): Promise<number | typeof askForProof> {
  const { input } = request;
  return database
    .transaction()
    .execute(async (transaction) => {
      if (request.key) await oneAtATime(transaction, settings, 'demo-key', request.key);
      await oneAtATime(transaction, settings, 'demo-sender', `${input.email} ${input.number}`);
      const earlier = (await findByKey(transaction, request)) ?? (await findDuplicate(transaction, input));
      if (earlier !== null) return earlier;
      const { networkWait, signals } = await countRequest(transaction, settings, request);
      const spam = judge([...request.signals, ...contentSignals(input), ...signals], request, networkWait);
      const mail = spam.is ? 'hold' : await countMail(transaction, settings, request);
      if (mail === 'prove') throw new ProofWanted();
      return insert(transaction, settings, request, { ...spam, isHeld: mail === 'hold' });
    })
    .catch((error: unknown) => {
      if (error instanceof ProofWanted) return askForProof;
      throw error;
    });
}

/**
 * Whether visitors are mailed link and password now. It is the same for all: whose mail is held back as spam must not
 * learn of that.
 */
export async function isMailed(
  database: Database,
  { secret, mail }: Pick<Settings, 'secret' | 'mail'>,
): Promise<boolean> {
  return mail.server !== null && (await activeAccess(database, { secret })) !== null;
}

/** Rolls the transaction back: what was counted meanwhile does not count. */
class ProofWanted extends Error {}

interface Judged {
  is: boolean;
  score: number;
  reasons: string;
}

function judge(signals: SpamSignal[], { proof }: DemoRequest, networkWait: number): Judged {
  const score = signals.reduce((sum, signal) => sum + signal.score, 0);
  const verdict = verdictOf(score, proof);
  if (networkWait > 0 && proof === 'none') throw tooManyFromNetwork(networkWait);
  if (verdict === 'ask for proof' || (networkWait > 0 && proof === 'can')) throw new ProofWanted();
  return { is: verdict === 'spam', score, reasons: signals.map(({ reason }) => reason).join(', ') };
}

async function insert(
  transaction: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  { input, origin, facts, key }: DemoRequest,
  { is: isSpam, score, reasons, isHeld }: Judged & { isHeld: boolean },
): Promise<number> {
  const at = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...input,
      ...foldedTexts(input),
      ...origin,
      ...facts,
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
  await announceRequest(transaction, { id }, settings.publicUrl);
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
  throw new Refusal(422, 'এই অনুরোধটি আগেই অন্য তথ্য দিয়ে পাঠানো হয়েছে। পাতাটি নতুন করে খুলে আবার পাঠান।', {
    english: 'This idempotency key was used for another request.',
    fields: { idempotency_key: ['This key was used for another request. Send another one, or none.'] },
  });
}

async function findDuplicate(transaction: Database, { email, number }: DemoRequestInput): Promise<number | null> {
  const since = new Date(Date.now() - sameRequestFor).toISOString();
  const row = await transaction
    .selectFrom('demo_requests')
    .select('id')
    .where('email', '=', email)
    .where('number', '=', number)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
