import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { mailAccess } from '../access/mail/data.server.ts';
import type { Stage } from '../lead-words.ts';
import { announceRequest } from '../notifications/announce.server.ts';
import { foldedTexts } from './folded-texts.server.ts';
import type { Origin } from './origin.server.ts';
import type { DemoRequestInput } from './schema.ts';
import { countSender, oneAtATime, tooManyFromNetwork } from './sender-limits.server.ts';
import { type Clue, contentClues } from './spam/content-score.server.ts';
import { verdictOf } from './spam/verdict.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    demo_requests: DemoRequestsTable;
    demo_request_events: DemoRequestEventsTable;
  }
}

interface DemoRequestsTable {
  id: Generated<number>;
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
  created_at: string;
  updated_at: string;
  /** How far the sale has come: one of `stages` of the inbox. */
  stage: Generated<Stage>;
  /** Since when it is in its stage. */
  stage_since: string;
  lost_reason: string | null;
  owner_id: number | null;
  next_step: string | null;
  /** YYYY-MM-DD. */
  next_step_on: string | null;
  /** 1: hidden from everyone who does not ask for spam, and mailed nothing. */
  spam: Generated<0 | 1>;
  /** What a search looks in, and a name by which the same institute is found; see folded-texts.server.ts. */
  search_text: string;
  institute_folded: string;
  /** The request that this one was found to be a duplicate of. It then shows in that one's history only. */
  merged_into_id: number | null;
  /** Null, or when it was deleted: gone for everyone but the trash. */
  deleted_at: string | null;
  /** Where the visitor was, came from, and what else was asked for. */
  page: string | null;
  referrer: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  students: string | null;
  package_note: string | null;
  /** By which a second arrival of the same request is known, as a hash; null where the client sent none. */
  request_key: string | null;
  /**
   * The mail with link and password: `waiting` until there is something to mail, `queued` into the outbox, `held` because
   * this is spam, `asked` while the demo system is asked for an access of its own, `none` where nobody was promised one.
   */
  access_mail: Generated<'none' | 'waiting' | 'asked' | 'queued' | 'held'>;
  /** How much this looks like spam, and what speaks for it, with commas between; see spam/. */
  spam_score: Generated<number>;
  spam_reasons: Generated<string>;
}

/** The history of a request: everything that happened with it, oldest first. */
interface DemoRequestEventsTable {
  id: Generated<number>;
  request_id: number;
  event: DemoRequestEvent;
  created_at: string;
  /** Who of the staff did it; null for visitors, the product itself, and accounts that are gone. */
  user_id: number | null;
  /** More about it, as JSON. It goes with the request when that is erased. */
  details: string | null;
}

export type DemoRequestEvent =
  | 'received'
  | 'added'
  | 'imported'
  | 'stage_changed'
  | 'owner_changed'
  | 'next_step_changed'
  | 'details_changed'
  | 'noted'
  | 'note_deleted'
  | 'mail_queued'
  | 'mail_waiting'
  | 'mail_held'
  | 'mail_resent'
  | 'access_asked'
  | 'access_made'
  | 'access_not_made'
  | 'marked_spam'
  | 'marked_not_spam'
  | 'merged'
  | 'unmerged'
  | 'deleted'
  | 'restored'
  | 'exported';

/** The same sender again within this time is the same request, in milliseconds. */
const sameRequestFor = 10 * 60_000;

/** A request as it came. */
export interface Arrival {
  input: DemoRequestInput;
  origin: Origin;
  network: string;
  /** By which the client knows it, as a hash; null where it sent none. */
  key: string | null;
  /** What the sending itself tells, beside its words. */
  clues: Clue[];
  /** Of work: `can` where the client solves challenges; a form without JavaScript can't, and is not asked for it. */
  proof: 'none' | 'can' | 'done' | 'spared';
}

/** Asks the client for a proof of work before anything is stored. */
export const askForProof = 'ask for proof';

/**
 * Stores a request, its history and its mail, in one transaction. The same key again, or the same address and number
 * within ten minutes (a second click, a retry), answers the first one's id and writes nothing. What looks like spam is
 * stored with that mark, and mailed nothing.
 * @throws {Refusal} 429 over the limits of the visitor's network or of the address, 503 over everyone's, 422 where the
 * key belongs to another request
 */
export async function storeDemoRequest(
  database: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  arrival: Arrival,
): Promise<number | typeof askForProof> {
  const { input, network } = arrival;
  return database
    .transaction()
    .execute(async (transaction) => {
      if (arrival.key) await oneAtATime(transaction, 'demo-key', arrival.key);
      await oneAtATime(transaction, 'demo-sender', `${input.email} ${input.number}`);
      const earlier = (await findByKey(transaction, arrival)) ?? (await findSame(transaction, input));
      if (earlier !== null) return earlier;
      const { networkWait, clues } = await countSender(transaction, input, network);
      const spam = judge([...arrival.clues, ...contentClues(input), ...clues], arrival, networkWait);
      return insert(transaction, settings, arrival, spam);
    })
    .catch((error: unknown) => {
      if (error instanceof ProofWanted) return askForProof;
      throw error;
    });
}

/** Rolls the transaction back: what was counted meanwhile does not count. */
class ProofWanted extends Error {}

interface Judged {
  is: boolean;
  score: number;
  reasons: string;
}

function judge(clues: Clue[], { proof }: Arrival, networkWait: number): Judged {
  const score = clues.reduce((sum, clue) => sum + clue.score, 0);
  const verdict = verdictOf(score, proof === 'spared' ? 'none' : proof);
  if (networkWait > 0 && proof === 'none') throw tooManyFromNetwork(networkWait);
  if (verdict === 'ask for proof' || (networkWait > 0 && proof === 'can')) throw new ProofWanted();
  return { is: verdict === 'spam', score, reasons: clues.map(({ reason }) => reason).join(', ') };
}

async function insert(
  transaction: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  { input, origin, key }: Arrival,
  spam: Judged,
): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...input,
      ...foldedTexts(input),
      ...origin,
      request_key: key,
      spam: spam.is ? 1 : 0,
      spam_score: spam.score,
      spam_reasons: spam.reasons,
      access_mail: spam.is ? 'held' : 'none',
      created_at: now,
      updated_at: now,
      stage_since: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const events: DemoRequestEvent[] = spam.is ? ['received', 'marked_spam', 'mail_held'] : ['received'];
  await transaction
    .insertInto('demo_request_events')
    .values(
      events.map((event) => ({
        request_id: id,
        event,
        created_at: now,
        details: event === 'marked_spam' ? JSON.stringify({ reasons: spam.reasons, score: spam.score }) : null,
      })),
    )
    .execute();
  if (!spam.is) await mailAccess(transaction, settings, { id, ...input });
  await announceRequest(transaction, { id }, settings.publicUrl);
  return id;
}

async function findByKey(transaction: Database, { key, input }: Arrival): Promise<number | null> {
  if (key === null) return null;
  const row = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'email', 'number'])
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.email === input.email && row.number === input.number) return row.id;
  throw new Refusal(422, 'এই অনুরোধটি আগেই অন্য তথ্য দিয়ে পাঠানো হয়েছে। পাতাটি নতুন করে খুলে আবার পাঠান।', {
    fields: { idempotency_key: ['This key was used for another request. Send another one, or none.'] },
  });
}

async function findSame(transaction: Database, { email, number }: DemoRequestInput): Promise<number | null> {
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
