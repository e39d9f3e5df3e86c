import { createHash } from 'node:crypto';
import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import { countUse, type Limit } from '#server/limits.server.ts';
import type { DemoRequestInput } from './schema.ts';
import type { SpamSignal } from './spam-signals.server.ts';

const limits = {
  network: { most: 5, seconds: 600 },
  /** One address of a mobile network stands for thousands of phones: whoever proves to be a browser counts here. */
  sharedNetwork: { most: 40, seconds: 600 },
  recipient: { most: 3, seconds: 86_400 },
  everyone: { most: 2_000, seconds: 3_600 },
  /** Never refused, for a phone may be an office's; but it speaks for spam. */
  phone: { most: 5, seconds: 86_400 },
  phoneSurely: { most: 15, seconds: 86_400 },
} satisfies Record<string, Limit>;

interface Counted {
  /** Seconds until the network is below its limit again, 0 where it is. */
  networkWait: number;
  signals: SpamSignal[];
}

/**
 * Counts a request with everyone whose limit it touches, in its transaction: what is refused counts nothing.
 * @throws {Refusal} 429 over the limits of the address or of a whole shared network, 503 over everyone's
 */
export async function countAgainstLimits(
  transaction: Database,
  input: DemoRequestInput,
  network: string,
): Promise<Counted> {
  const count = (limit: keyof typeof limits, who: string) =>
    countUse(transaction, keyOf(`demo-${limit}`, who), limits[limit]);
  const networkWait = await count('network', network);
  const shared = await count('sharedNetwork', network);
  if (shared > 0) throw tooManyFromNetwork(shared);
  const ofRecipient = await count('recipient', input.email.toLowerCase());
  if (ofRecipient > 0) throw tooMany('এই ইমেইলে আজ যতগুলো অনুরোধ নেওয়া যায়, নেওয়া হয়ে গেছে।', ofRecipient);
  const ofEveryone = await countUse(transaction, 'demo-everyone', limits.everyone);
  if (ofEveryone > 0) throw new Refusal(503, 'এখন অনেক অনুরোধ আসছে। একটু পরে আবার চেষ্টা করুন।', { retryAfter: ofEveryone });
  const often = await count('phone', input.number);
  const surely = await count('phoneSurely', input.number);
  const signals: SpamSignal[] = [];
  if (often > 0) signals.push({ reason: 'the same phone often', score: 2 });
  if (surely > 0) signals.push({ reason: 'the same phone very often', score: 3 });
  return { networkWait, signals };
}

export function tooManyFromNetwork(wait: number): Refusal {
  return tooMany('এই নেটওয়ার্ক থেকে অনেকগুলো অনুরোধ এসেছে।', wait);
}

function tooMany(what: string, wait: number): Refusal {
  const minutes = new Intl.NumberFormat('bn-BD').format(Math.ceil(wait / 60));
  return new Refusal(429, `${what} ${minutes} মিনিট পরে আবার চেষ্টা করুন।`, { retryAfter: wait });
}

/** Two requests with the same words meet at this row's lock, so that the second one sees the first. */
export async function oneAtATime(transaction: Database, what: string, words: string): Promise<void> {
  await countUse(transaction, keyOf(what, words), { most: 1, seconds: 86_400 });
}

/** Limits are counted without keeping whom they count. */
function keyOf(limit: string, who: string): string {
  return `${limit} ${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;
}
