import { latinDigits, lengthOf } from '#wire/text.ts';
import { antiSpamFields, type DemoRequestInput } from './schema.ts';

/** Something that speaks for spam, and how much. */
export interface SpamSignal {
  reason: string;
  score: number;
}

/** Words of those who advertise in forms; none that a school has in its name. */
const advertising =
  /\b(?:viagra|cialis|casino|porn|escorts?|backlinks?|seo (?:services?|expert)|bitcoins?|crypto ?currency|forex|payday loans?|betting)\b/i;

const link =
  /(?:https?:)?\/\/\S|\bwww\.\S|\b[a-z0-9-]{2,}\.(?:com|net|org|ru|cn|xyz|top|info|biz|shop|online|site|link|club|io)\b/gi;

/** Scripts that nobody in Bangladesh writes a school's name in. */
const elsewhere =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Addresses that live for minutes. */
const passing = new Set([
  ...['mailinator.com', 'guerrillamail.com', '10minutemail.com', 'yopmail.com', 'temp-mail.org', 'tempmail.com'],
  ...['trashmail.com', 'sharklasers.com', 'getnada.com', 'dispostable.com', 'maildrop.cc', 'throwawaymail.com'],
]);

/** What the texts themselves tell. */
export function contentSignals({ name, institute_name: institute, email }: DemoRequestInput): SpamSignal[] {
  const both = `${name}\n${institute}`;
  const links = both.match(link)?.length ?? 0;
  const signals: [boolean, string, number][] = [
    [links > 0, 'link', 3],
    [links > 2, 'many links', 3],
    [/<a\s|href\s*=|\[\/?(?:url|link)\b|\]\(/i.test(both), 'markup of a link', 3],
    [advertising.test(both), 'advertising', 3],
    [elsewhere.test(both), 'another script', 2],
    [!/\p{L}/u.test(name), 'name without a letter', 2],
    [!/\p{L}/u.test(institute), 'institute without a letter', 1],
    [/[bcdfghjklmnpqrstvwxz]{7}/i.test(both), 'letters at random', 2],
    [lengthOf(name) > 100, 'long name', 1],
    [passing.has(email.slice(email.lastIndexOf('@') + 1)), 'passing address', 2],
  ];
  return signals.filter(([found]) => found).map(([, reason, score]) => ({ reason, score }));
}

/** Nobody types four fields faster, not even with the browser's help; in milliseconds. */
const quickest = 1_500;

/** What the sending tells, beside its words: the honeypot, and the time that the page measured. */
export function sendingSignals(body: object): SpamSignal[] {
  const given = body as Record<string, unknown>;
  const signals: SpamSignal[] = [];
  const honeypot = given[antiSpamFields.honeypot];
  if (honeypot !== undefined && honeypot !== null && honeypot !== '')
    signals.push({ reason: 'hidden field', score: 10 });
  const spent = Number(latinDigits(String(given[antiSpamFields.spent] ?? '')) || Number.NaN);
  if (spent >= 0 && spent < quickest) signals.push({ reason: 'filled in at once', score: 2 });
  return signals;
}

/** From these scores on a request is asked for a proof of work, and is spam. */
const bounds = {
  suspect: 3,
  /** Without a proof, where the client can't give one. */
  spam: 4,
  /** Whatever is proved. */
  surelySpam: 6,
} as const;

type Verdict = 'good' | 'ask for proof' | 'spam';

/**
 * Of work. `can`: the client solves challenges, `done`: it has solved one. Everyone else, such as a plain API client
 * (`none`) or a form without JavaScript (`spared`), can't, and is judged by the score alone.
 */
export type Proof = 'none' | 'can' | 'done' | 'spared';

export function verdictOf(score: number, proof: Proof): Verdict {
  if (score >= bounds.surelySpam) return 'spam';
  if (proof === 'done' || score < bounds.suspect) return 'good';
  if (proof === 'can') return 'ask for proof';
  return score >= bounds.spam ? 'spam' : 'good';
}
