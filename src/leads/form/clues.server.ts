import { createHash } from 'node:crypto';
import { Refusal } from '#server/errors.server.ts';
import { latinDigits } from '#server/text.server.ts';
import { antiSpamFields } from './schema.ts';
import type { Clue } from './spam/content-score.server.ts';

/** Nobody types four fields faster, not even with the browser's help; in milliseconds. */
const quickest = 1_500;

/** What the sending tells, beside its words: the field that people don't see, and the time that the page measured. */
export function sendingClues(body: object): Clue[] {
  const given = body as Record<string, unknown>;
  const clues: Clue[] = [];
  const trap = given[antiSpamFields.trap];
  if (trap !== undefined && trap !== null && trap !== '') clues.push({ reason: 'hidden field', score: 10 });
  const spent = Number(latinDigits(String(given[antiSpamFields.spent] ?? '')) || Number.NaN);
  if (spent >= 0 && spent < quickest) clues.push({ reason: 'filled in at once', score: 2 });
  return clues;
}

/** The client's name of a request, as a hash: nothing that a client made up is kept as it is. @throws {Refusal} 400 */
export function requestKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(header)) {
    throw new Refusal(400, 'Idempotency-Key must be one word of 8 to 200 characters, such as a UUID.');
  }
  return createHash('sha256').update(header).digest('base64url');
}
