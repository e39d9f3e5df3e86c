import { latinDigits, lengthOf } from '#api/text.ts';
import { antiSpamFields, type DemoRequestInput } from './schema.ts';

export interface SpamSignal {
  reason: string;
  score: number;
}

/** No word here may occur in the name of a school. */
const advertising =
  /\b(?:viagra|cialis|casino|porn|escorts?|backlinks?|seo (?:services?|expert)|bitcoins?|crypto ?currency|forex|payday loans?|betting)\b/i;

const link =
  /(?:https?:)?\/\/\S|\bwww\.\S|\b[a-z0-9-]{2,}\.(?:com|net|org|ru|cn|xyz|top|info|biz|shop|online|site|link|club|io)\b/gi;

/** Scripts that no school in Bangladesh writes its name in. */
const foreignScripts =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

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
  const signals: [boolean, string, number][] = [
    [links > 0, 'link', 3],
    [links > 2, 'many links', 3],
    [/<a\s|href\s*=|\[\/?(?:url|link)\b|\]\(/i.test(both), 'markup of a link', 3],
    [advertising.test(both), 'advertising', 3],
    [foreignScripts.test(both), 'another script', 2],
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
