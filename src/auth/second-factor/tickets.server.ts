import { createHash } from 'node:crypto';
import type { Generated, Selectable } from 'kysely';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { hashOfToken, newToken } from '#platform/session/sessions.server.ts';
import type { User } from '../data.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    tickets: TicketsTable;
  }
}

/**
 * `second step`: after the password. `passkey alone`: sign-in with a passkey. `new passkey`, `new app`: setup by a
 * signed-in user. `confirm`: a signed-in user proves the identity again.
 */
type Purpose = 'second step' | 'passkey alone' | 'new passkey' | 'new app' | 'confirm';

interface TicketsTable {
  id: Generated<number>;
  token_hash: string;
  purpose: Purpose;
  /** Null for `passkey alone`. */
  user_id: number | null;
  /** A mark of the password at that time: the ticket is void after a change of the password. */
  password_mark: string | null;
  /** A hash of the challenge for the authenticator. */
  challenge_hash: string | null;
  remember: number;
  attempts: Generated<number>;
  expires_at: string;
}

export type Ticket = Selectable<TicketsTable>;

export const ticketSeconds = 300;

/** Wrong codes per ticket. */
const maxAttempts = 5;

/** The limit of tickets without a user: above it the oldest ones end. */
const maxOfStrangers = 10_000;

/** Creates a ticket with its challenge; only this call returns the token. */
export async function createTicket(
  transaction: Database,
  {
    purpose,
    user,
    challenge = null,
    remember = false,
    seconds = ticketSeconds,
  }: { purpose: Purpose; user: User | null; challenge?: string | null; remember?: boolean; seconds?: number },
): Promise<string> {
  const token = newToken();
  const { id } = await transaction
    .insertInto('tickets')
    .values({
      token_hash: hashOfToken(token),
      purpose,
      user_id: user?.id ?? null,
      password_mark: user && passwordMark(user),
      challenge_hash: challenge && hashOfToken(challenge),
      remember: Number(remember),
      expires_at: timestampIn(transaction, seconds),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (user === null) {
    const old = transaction.deleteFrom('tickets').where('user_id', 'is', null);
    await old.where('id', '<=', id - maxOfStrangers).execute();
  }
  return token;
}

/** Finds a live ticket with one of these purposes; does not count an attempt. */
export function findTicket(database: Database, token: string, purposes: Purpose[]): Promise<Ticket | undefined> {
  return database
    .selectFrom('tickets')
    .selectAll()
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', timestampIn(database, 0))
    .where('attempts', '<', maxAttempts)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
}

/** Counts an attempt with a ticket. Returns how many are left, or null if there were none. */
export async function countAttempt(database: Database, id: number): Promise<number | null> {
  const counted = await database
    .updateTable('tickets')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', maxAttempts)
    .returning('attempts')
    .executeTakeFirst();
  return counted ? maxAttempts - counted.attempts : null;
}

/** Locks a live ticket until the transaction ends: of two concurrent uses, the second finds none. */
export function lockTicket(transaction: Database, id: number): Promise<boolean> {
  return hasRow(
    transaction
      .updateTable('tickets')
      .set((eb) => ({ attempts: eb.ref('attempts') }))
      .where('id', '=', id)
      .where('expires_at', '>', timestampIn(transaction, 0))
      .returning('id'),
  );
}

export async function endTicket(transaction: Database, id: number): Promise<void> {
  await transaction.deleteFrom('tickets').where('id', '=', id).execute();
}

export function isChallengeOf({ challenge_hash }: Ticket, challenge: string): boolean {
  return challenge_hash === hashOfToken(challenge);
}

export function passwordMark({ passwordHash }: Pick<User, 'passwordHash'>): string {
  return createHash('sha256').update(`ticket ${passwordHash}`).digest('base64url');
}

export async function endTickets(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('tickets').where('user_id', '=', userId).execute();
}
