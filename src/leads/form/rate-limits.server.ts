import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import { inBothLanguages, inEnglish } from '#server/http/languages.server.ts';
import type { Network } from '#server/http/networks.server.ts';
import { countNetworks, countUse, type Limit, limitKey } from '#server/limits.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { domainOf, foldMailbox, isLargeProvider } from './mailboxes.server.ts';
import type { DemoRequestInput } from './schema.ts';
import type { Proof, SpamSignal } from './spam-signals.server.ts';

/** Of a network: what is over is refused. A wider network may take more, see `networksAround`. */
const ofNetwork = {
  requests: { most: 5, seconds: 600 },
  /** One address of a mobile network stands for thousands of phones: whoever proves to be a browser counts here. */
  shared: { most: 40, seconds: 600 },
  /** Of forms without JavaScript, which can prove nothing. */
  plain: { most: 8, seconds: 600 },
  /** Mails of one network, without a proof and at all: what is over is held. */
  unprovedMails: { most: 5, seconds: 600 },
  mails: { most: 20, seconds: 600 },
} satisfies Record<string, Limit>;

const ofPerson = {
  /** Never refused, for a phone may be an office's; but it speaks for spam. */
  phone: { most: 5, seconds: 86_400 },
  phoneSurely: { most: 15, seconds: 86_400 },
  /** The only limit on which others can use up what is somebody's: so it is refused, and told. */
  mailbox: { most: 3, seconds: 86_400 },
  /** One that takes every name is a mailbox of one person: its mails are held. */
  domain: { most: 10, seconds: 86_400 },
} satisfies Record<string, Limit>;

/** More than is usual from everywhere. Nobody is refused for it: mails are held, where nothing is proved much earlier. */
const ofEveryone = {
  unproved: { most: 200, seconds: 3_600 },
  all: { most: 2_000, seconds: 3_600 },
} satisfies Record<string, Limit>;

/** Whom a request is counted with. */
interface Sender {
  input: DemoRequestInput;
  networks: Network[];
  proof: Proof;
}

type Keys = Pick<Settings, 'secret'>;

/**
 * Counts a request with its networks and its phone, in its transaction: what is refused counts nothing. Answers the
 * seconds until its network is below its limit again (0 where it is), and what the counts tell about spam.
 * @throws {Refusal} 429 over the limit of a shared network, or of forms without JavaScript
 */
export async function countRequest(
  transaction: Database,
  keys: Keys,
  { input, networks, proof }: Sender,
): Promise<{ networkWait: number; signals: SpamSignal[] }> {
  const networkWait = await countOfNetworks(transaction, keys, 'requests', networks);
  const limit = proof === 'spared' ? 'plain' : 'shared';
  const wait = await countOfNetworks(transaction, keys, limit, networks);
  if (wait > 0) throw tooManyFromNetwork(wait);
  const often = await countPerson(transaction, keys, 'phone', input.number);
  const surely = await countPerson(transaction, keys, 'phoneSurely', input.number);
  const signals: SpamSignal[] = [];
  if (often > 0) signals.push({ reason: 'the same phone often', score: 2 });
  if (surely > 0) signals.push({ reason: 'the same phone very often', score: 3 });
  return { networkWait, signals };
}

/**
 * Counts the mail of a request that is no spam. `prove`: it goes out where the client proves some work; `hold`: more
 * mails than usual go out, so staff decide about this one.
 * @throws {Refusal} 429 where the mailbox was mailed often enough today
 */
export async function countMail(
  transaction: Database,
  keys: Keys,
  { input: { email }, networks, proof }: Sender,
): Promise<'send' | 'prove' | 'hold'> {
  const wait = await countPerson(transaction, keys, 'mailbox', foldMailbox(email));
  if (wait > 0)
    throw tooMany(
      inBothLanguages(
        'এই ইমেইলে আজ যতগুলো অনুরোধ নেওয়া যায়, নেওয়া হয়ে গেছে।',
        'This address was asked for often enough today.',
      ),
      wait,
    );
  if (proof !== 'done') {
    const isOver =
      (await countOfNetworks(transaction, keys, 'unprovedMails', networks)) > 0 ||
      (await countUse(transaction, 'demo-everyone-unproved', ofEveryone.unproved)) > 0;
    if (isOver) return proof === 'can' ? 'prove' : 'hold';
  }
  const isOver =
    (await countOfNetworks(transaction, keys, 'mails', networks)) > 0 ||
    (await countUse(transaction, 'demo-everyone', ofEveryone.all)) > 0 ||
    (!isLargeProvider(email) && (await countPerson(transaction, keys, 'domain', domainOf(email))) > 0);
  return isOver ? 'hold' : 'send';
}

function countOfNetworks(
  transaction: Database,
  keys: Keys,
  limit: keyof typeof ofNetwork,
  networks: Network[],
): Promise<number> {
  return countNetworks(transaction, keys, `demo-network-${limit}`, networks, ofNetwork[limit]);
}

function countPerson(transaction: Database, keys: Keys, limit: keyof typeof ofPerson, who: string): Promise<number> {
  return countUse(transaction, limitKey(keys, `demo-${limit}`, who), ofPerson[limit]);
}

export function tooManyFromNetwork(wait: number): Refusal {
  return tooMany(
    inBothLanguages('এই নেটওয়ার্ক থেকে অনেকগুলো অনুরোধ এসেছে।', 'Many requests came from this network.'),
    wait,
  );
}

function tooMany(what: string, wait: number): Refusal {
  const minutes = new Intl.NumberFormat('bn-BD').format(Math.ceil(wait / 60));
  return new Refusal(429, `${what} ${minutes} মিনিট পরে আবার চেষ্টা করুন।`, {
    retryAfter: wait,
    english: `${inEnglish(what)} Try again in ${Math.ceil(wait / 60)} min.`,
  });
}

/** Two requests with the same words meet at this row's lock, so that the second one sees the first. */
export async function oneAtATime(transaction: Database, keys: Keys, what: string, words: string): Promise<void> {
  await countUse(transaction, limitKey(keys, what, words), { most: 1, seconds: 86_400 });
}
