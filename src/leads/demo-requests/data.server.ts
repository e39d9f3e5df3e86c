import { createHash } from 'node:crypto';
import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import { countUse, type Limit } from '#server/limits.server.ts';
import { foldedTexts } from './folded-texts.server.ts';
import type { DemoRequestInput } from './schema.ts';

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
}

export type Stage = 'new' | 'contacted' | 'demo_given' | 'won' | 'lost';

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
  | 'imported'
  | 'stage_changed'
  | 'owner_changed'
  | 'next_step_changed'
  | 'details_changed'
  | 'noted'
  | 'mail_queued'
  | 'marked_spam'
  | 'marked_not_spam'
  | 'merged'
  | 'unmerged'
  | 'deleted'
  | 'restored'
  | 'exported';

/** The same sender again within this time is the same request, in milliseconds. */
const sameRequestFor = 10 * 60_000;

const limits = {
  network: { most: 5, seconds: 600 },
  recipient: { most: 3, seconds: 86_400 },
  everyone: { most: 2_000, seconds: 3_600 },
} satisfies Record<string, Limit>;

/**
 * Stores a request with the first line of its history, in one transaction. The same address and number again within
 * ten minutes (a second click, a retry) answers the first one's id and writes nothing.
 * @throws {Refusal} 429 over the limits of the visitor's network or of the address, 503 over everyone's
 */
export async function storeDemoRequest(database: Database, input: DemoRequestInput, network: string): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, input);
    const earlier = await findSame(transaction, input);
    if (earlier !== null) return earlier;
    await checkLimits(transaction, input, network);
    return insert(transaction, input);
  });
}

async function insert(transaction: Database, input: DemoRequestInput): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({ ...input, ...foldedTexts(input), created_at: now, updated_at: now, stage_since: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('demo_request_events')
    .values({ request_id: id, event: 'received', created_at: now })
    .execute();
  return id;
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

/** Two arrivals of the same request meet at this row's lock, so that the second one sees the first. */
async function oneAtATime(transaction: Database, { email, number }: DemoRequestInput): Promise<void> {
  await countUse(transaction, keyOf('demo-sender', `${email} ${number}`), { most: 1, seconds: 86_400 });
}

async function checkLimits(transaction: Database, input: DemoRequestInput, network: string): Promise<void> {
  const ofNetwork = await countUse(transaction, keyOf('demo-network', network), limits.network);
  if (ofNetwork > 0) throw tooMany('এই নেটওয়ার্ক থেকে অনেকগুলো অনুরোধ এসেছে।', ofNetwork);
  const ofRecipient = await countUse(transaction, keyOf('demo-recipient', input.email.toLowerCase()), limits.recipient);
  if (ofRecipient > 0) throw tooMany('এই ইমেইলে আজ যতগুলো অনুরোধ নেওয়া যায়, নেওয়া হয়ে গেছে।', ofRecipient);
  const ofEveryone = await countUse(transaction, 'demo-everyone', limits.everyone);
  if (ofEveryone > 0) throw new Refusal(503, 'এখন অনেক অনুরোধ আসছে। একটু পরে আবার চেষ্টা করুন।', { retryAfter: ofEveryone });
}

function tooMany(what: string, wait: number): Refusal {
  const minutes = new Intl.NumberFormat('bn-BD').format(Math.ceil(wait / 60));
  return new Refusal(429, `${what} ${minutes} মিনিট পরে আবার চেষ্টা করুন।`, { retryAfter: wait });
}

/** Limits are counted without keeping whom they count. */
function keyOf(limit: string, who: string): string {
  return `${limit} ${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
