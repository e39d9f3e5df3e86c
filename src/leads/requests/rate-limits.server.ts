import { latinDigits, lengthOf } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, inBothLanguages, inEnglish } from '#platform/errors.server.ts';
import { countNetworks, countUse, isUsedUp, type Limit, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import type { Network } from '#platform/networks.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { antiSpamFields, type DemoRequestInput } from './schema.ts';

const gmail = new Set(['gmail.com', 'googlemail.com']);

const large = new Set([
  ...gmail,
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.in',
  'ymail.com',
  'rocketmail.com',
  'aol.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'zoho.com',
  'zohomail.com',
  'gmx.com',
  'gmx.net',
  'mail.com',
  'yandex.com',
]);

/** Per network; requests over the limit are refused. A wider network may send more, see `networksAround`. */
const networkLimits = {
  requests: { most: 5, seconds: 600 },
  /** Carrier NAT puts thousands of phones behind one address, so clients that solve challenges get a higher limit. */
  shared: { most: 40, seconds: 600 },
  /** Forms without JavaScript can't solve a challenge. */
  plain: { most: 8, seconds: 600 },
  /** Mails per network, without a proof of work and in total; mails over the limit are held. */
  unprovedMails: { most: 5, seconds: 600 },
  mails: { most: 20, seconds: 600 },
} satisfies Record<string, Limit>;

const personLimits = {
  /** Never refused, because an office may share a phone; it only adds to the spam score. */
  phone: { most: 5, seconds: 86_400 },
  phoneSurely: { most: 15, seconds: 86_400 },
  /** Others can use up this limit for somebody's address, so it is refused openly instead of held. */
  mailbox: { most: 3, seconds: 86_400 },
  /** Catch-all domains: a domain that accepts every name may belong to one person. Mails over the limit are held. */
  domain: { most: 10, seconds: 86_400 },
} satisfies Record<string, Limit>;

/** Global limits: nobody is refused, mails are held; without a proof of work much earlier. */
const globalLimits = {
  unproved: { most: 200, seconds: 3_600 },
  all: { most: 2_000, seconds: 3_600 },
} satisfies Record<string, Limit>;

interface Sender {
  input: DemoRequestInput;
  networks: Network[];
  proof: Proof;
}

/**
 * Counts a request per network and phone in its transaction, so that a refused one counts nothing. `networkWait` is the
 * seconds until the network is below its limit, 0 if it is.
 * @throws {HttpError} 429 over the limit of a shared network, or of forms without JavaScript
 */
export async function countRequest(transaction: Database, keys: Keys, { input, networks, proof }: Sender) {
  const networkWait = await countPerNetwork(transaction, keys, 'requests', networks);
  const limit = proof === 'spared' ? 'plain' : 'shared';
  const wait = await countPerNetwork(transaction, keys, limit, networks);
  if (wait > 0) throw networkLimitError(wait);
  const often = await countPerson(transaction, keys, 'phone', input.number);
  const surely = await countPerson(transaction, keys, 'phoneSurely', input.number);
  const signals: SpamSignal[] = [];
  if (often > 0) signals.push({ reason: 'the same phone often', score: 2 });
  if (surely > 0) signals.push({ reason: 'the same phone very often', score: 3 });
  return { networkWait, signals };
}

/**
 * Counts the mail of a request that is not spam. `prove`: it is sent if the client solves a challenge; `hold`: too many
 * mails, staff decide.
 * @throws {HttpError} 429 over the daily limit of the mailbox
 */
export async function countMail(
  transaction: Database,
  keys: Keys,
  { input: { email }, networks, proof }: Sender,
): Promise<'send' | 'prove' | 'hold'> {
  const wait = await countPerson(transaction, keys, 'mailbox', foldMailbox(email));
  if (wait > 0)
    throw rateLimitError(
      inBothLanguages(
        'এই ইমেইলে আজ যতগুলো অনুরোধ নেওয়া যায়, নেওয়া হয়ে গেছে।',
        'This address was asked for often enough today.',
      ),
      wait,
    );
  if (proof !== 'done') {
    const isOver =
      (await countPerNetwork(transaction, keys, 'unprovedMails', networks)) > 0 ||
      (await isUsedUp(transaction, 'demo-everyone-unproved', globalLimits.unproved));
    if (isOver) return proof === 'can' ? 'prove' : 'hold';
  }
  const isOver =
    (await countPerNetwork(transaction, keys, 'mails', networks)) > 0 ||
    (await isUsedUp(transaction, 'demo-everyone', globalLimits.all)) ||
    (await isUsedUp(transaction, limitKey(keys, 'demo-domain', domainOf(email)), personLimits.domain));
  return isOver ? 'hold' : 'send';
}

/** Limits that a mail shares with others' mails. Counted at the end, because others wait for these rows until the commit. */
export function sharedLimits(keys: Keys, { input: { email }, proof }: Sender): Map<string, Limit> {
  const limits = new Map<string, Limit>([['demo-everyone', globalLimits.all]]);
  const domain = domainOf(email);
  if (!large.has(domain)) limits.set(limitKey(keys, 'demo-domain', domain), personLimits.domain);
  if (proof !== 'done') limits.set('demo-everyone-unproved', globalLimits.unproved);
  return limits;
}

function countPerNetwork(
  transaction: Database,
  keys: Keys,
  limit: keyof typeof networkLimits,
  networks: Network[],
): Promise<number> {
  return countNetworks(transaction, keys, `demo-network-${limit}`, networks, networkLimits[limit]);
}

async function countPerson(
  transaction: Database,
  keys: Keys,
  limit: keyof typeof personLimits,
  who: string,
): Promise<number> {
  return who === '' ? 0 : countUse(transaction, limitKey(keys, `demo-${limit}`, who), personLimits[limit]);
}

export function networkLimitError(wait: number): HttpError {
  return rateLimitError(
    inBothLanguages('এই নেটওয়ার্ক থেকে অনেকগুলো অনুরোধ এসেছে।', 'Many requests came from this network.'),
    wait,
  );
}

function rateLimitError(what: string, wait: number): HttpError {
  const minutes = new Intl.NumberFormat('bn-BD').format(Math.ceil(wait / 60));
  return new HttpError(429, `${what} ${minutes} মিনিট পরে আবার চেষ্টা করুন।`, {
    retryAfter: wait,
    english: `${inEnglish(what)} Try again in ${Math.ceil(wait / 60)} min.`,
  });
}

/** Serializes transactions with the same words on a row lock, so that the second one sees what the first wrote. */
export async function lockRateLimit(transaction: Database, keys: Keys, what: string, words: string): Promise<void> {
  await countUse(transaction, limitKey(keys, what, words), { most: 1, seconds: 86_400 });
}

/** Maps the spellings of one mailbox to the same address for rate limits: tags are removed, and the dots of Gmail. */
function foldMailbox(email: string): string {
  const domain = domainOf(email);
  const [name = ''] = email.slice(0, email.lastIndexOf('@')).toLowerCase().split('+');
  return gmail.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

export interface SpamSignal {
  reason: string;
  score: number;
}

/** No phrase here may occur in the name of a school, such as বাজিতপুর or ঋণদান সমিতি. */
const advertised = String.raw`
  viagra|cialis|casino|porn|escorts?|backlinks?|seo (?:services?|expert)|bitcoins?|crypto ?currency|forex|betting
  gambling|jackpot|lottery|telegram|(?:online|passive) (?:income|earning)|earn (?:money|online)|1xbet|melbet|mostbet|linebet|babu88|jeetbuzz|krikya
  (?:payday|instant|personal|quick|easy|bank) loans?|loans? (?:offer|without|apply|available)
  জুয়া|ক্যাসিনো|বেটিং|লটারি|জ্যাকপট|বাজি (?:ধর|খেল)\p{L}*|টেলিগ্রাম|ভায়াগ্রা|পর্ন|এসকর্ট|কল ?গার্ল|যৌন (?:শক্তি|দুর্বলতা|উত্তেজ\p{L}*)
  লোন|(?:সহজ শর্তে|সুদমুক্ত|জরুরি|ব্যক্তিগত|তাৎক্ষণিক|ছাড়াই?) ঋণ|ঋণ (?:নিন|দিচ্ছি|দিই|পান|সুবিধা|প্রয়োজন|দেওয়া)|জামানত(?: ছাড়াই?|বিহীন)
  (?:ঘরে বসে|অনলাইনে?) (?:টাকা )?(?:আয়|ইনকাম)|(?:আয়|ইনকাম|বিনিয়োগ) (?:করুন|করতে)
  [\d০-৯]+ ?(?:লক্ষ|লাখ|হাজার|k|lakh|million) (?:\S+ ){0,2}?(?:নম্বর|নাম্বার|ইমেইল|ডাটা|ডেটা|ফলোয়ার|লাইক|numbers?|emails?|followers?|likes?)
  (?:নম্বর|নাম্বার|ডাটাবেজ|ডেটাবেজ|ফলোয়ার|লাইক) (?:বিক্রি|কিনুন|কিনতে)`
  .trim()
  .replace(/\n\s*/g, '|')
  .normalize('NFC');
const advertising = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:${advertised})(?:র|ের|ে|তে|টি|টা)?(?![\p{L}\p{M}])`,
  'giu',
);

const link =
  /(?:https?:)?\/\/\S|\bwww\.\S|\b(?:t|wa|telegram|bit|cutt|is|goo)\.(?:me|ly|gd|gl)\/\S|\b[a-z0-9-]{2,}\.(?:com|net|org|ru|cn|xyz|top|info|biz|shop|online|site|link|club|io|bet|vip|win|casino)\b/gi;

/** Scripts that no school in Bangladesh writes its name in. */
const foreignScripts =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const ownScripts = /[\p{Script=Bengali}\p{Script=Latin}\p{Script=Arabic}]/u;

const disposableDomains = new Set([
  'mailinator.com',
  'guerrillamail.com',
  '10minutemail.com',
  'yopmail.com',
  'temp-mail.org',
  'tempmail.com',
  'trashmail.com',
  'sharklasers.com',
  'getnada.com',
  'dispostable.com',
  'maildrop.cc',
  'throwawaymail.com',
]);

export function contentSignals({ name, institute_name: institute, email }: DemoRequestInput): SpamSignal[] {
  const both = `${name}\n${institute}`;
  const links = both.match(link)?.length ?? 0;
  const phrases = both.match(advertising)?.length ?? 0;
  const signals: [boolean, string, number][] = [
    [links > 0, 'link', 3],
    [links > 2, 'many links', 3],
    [/<a\s|href\s*=|\[\/?(?:url|link)\b|\]\(/i.test(both), 'markup of a link', 3],
    [phrases > 0, 'advertising', 3],
    [phrases > 1, 'much advertising', 3],
    [foreignScripts.test(both), 'another script', 3],
    [foreignScripts.test(both) && !ownScripts.test(both), 'no other script', 3],
    [!/\p{L}/u.test(name), 'name without a letter', 2],
    [!/\p{L}/u.test(institute), 'institute without a letter', 1],
    [/[bcdfghjklmnpqrstvwxz]{7}/i.test(both), 'letters at random', 2],
    [lengthOf(name) > 100, 'long name', 1],
    [disposableDomains.has(email.slice(email.lastIndexOf('@') + 1)), 'passing address', 2],
  ];
  return signals.filter(([found]) => found).map(([, reason, score]) => ({ reason, score }));
}

/** In milliseconds: nobody fills in four fields faster, even with autofill. */
const minFillTime = 1_500;

export function sendingSignals(body: object): SpamSignal[] {
  const fields = body as Record<string, unknown>;
  const signals: SpamSignal[] = [];
  const honeypot = fields[antiSpamFields.honeypot];
  if (honeypot !== undefined && honeypot !== null && honeypot !== '')
    signals.push({ reason: 'hidden field', score: 10 });
  const spent = Number(latinDigits(String(fields[antiSpamFields.spent] ?? '')) || Number.NaN);
  if (spent >= 0 && spent < minFillTime) signals.push({ reason: 'filled in at once', score: 2 });
  return signals;
}

/** Score from which a request must be proved, or counts as spam. */
const thresholds = {
  suspect: 3,
  spam: 4,
  surelySpam: 6,
} as const;

type Verdict = 'good' | 'ask for proof' | 'spam';

/**
 * Proof of work. `can`: the client solves challenges, `done`: it solved one. Plain API clients (`none`) and forms
 * without JavaScript (`spared`) can't, and are judged by their score alone.
 */
export type Proof = 'none' | 'can' | 'done' | 'spared';

export function judgeScore(score: number, proof: Proof): Verdict {
  if (score >= thresholds.surelySpam) return 'spam';
  if (proof === 'done' || score < thresholds.suspect) return 'good';
  if (proof === 'can') return 'ask for proof';
  return score >= thresholds.spam ? 'spam' : 'good';
}
