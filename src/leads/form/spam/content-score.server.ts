import { lengthOf } from '#server/text.server.ts';
import type { DemoRequestInput } from '../schema.ts';

/** Something that speaks for spam, and how much. */
export interface Clue {
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
export function contentClues({ name, institute_name: institute, email }: DemoRequestInput): Clue[] {
  const both = `${name}\n${institute}`;
  const links = both.match(link)?.length ?? 0;
  const clues: [boolean, string, number][] = [
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
  return clues.filter(([found]) => found).map(([, reason, score]) => ({ reason, score }));
}
