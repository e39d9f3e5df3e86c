import type { Generated } from 'kysely';
import { recordChange } from '#cms/audit/audit.server.ts';
import { expireSecretMails } from '#mail/queue.server.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { clearFailures } from '#platform/session/failed-attempts.server.ts';
import { endSessions, hashOfToken, newToken } from '#platform/session/sessions.server.ts';
import { lockUser, setPassword } from '../data.server.ts';
import type { Sender } from '../device.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    password_resets: PasswordResetsTable;
  }
}

interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  created_at: string;
  expires_at: string;
  /** When it was used or replaced by a newer link. */
  ended_at: string | null;
  /** The mail that contains the link. */
  mail_id: number | null;
  /** A new password, or the first one of an invited user. */
  purpose: Generated<Purpose>;
}

type Purpose = 'reset' | 'invitation';

export const linkMinutes = 60;

export interface ResetLink {
  id: number;
  user: { id: number; name: string; email: string };
}

/** Creates the user's only live link; older ones stop working. */
export async function createResetLink(
  transaction: Database,
  userId: number,
  { purpose, minutes }: { purpose: Purpose; minutes: number } = { purpose: 'reset', minutes: linkMinutes },
): Promise<{ id: number; token: string }> {
  await lockUser(transaction, userId);
  await endResetLinks(transaction, userId);
  const token = newToken();
  const { id } = await transaction
    .insertInto('password_resets')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      created_at: timestampIn(transaction, 0),
      expires_at: timestampIn(transaction, minutes * 60),
      purpose,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

export async function findResetLink(
  database: Database,
  token: string,
  purpose: Purpose = 'reset',
): Promise<ResetLink | null> {
  const row = await database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.id', 'users.id as user_id', 'users.name', 'users.email'])
    .where('token_hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestampIn(database, 0))
    .where('users.status', '=', 1)
    .executeTakeFirst();
  return row ? { id: row.id, user: { id: row.user_id, name: row.name, email: row.email } } : null;
}

/**
 * Sets a new password, ends the user's sessions and links, and clears the failed attempts. Returns the ended sessions,
 * or null if the link was used or replaced meanwhile.
 */
export async function resetPassword(
  database: Database,
  link: ResetLink,
  reset: { passwordHash: string; failures: string; sender: Sender; requestId: string },
): Promise<number[] | null> {
  return database.transaction().execute(async (transaction) => {
    const { user } = link;
    await lockUser(transaction, user.id);
    if (!(await consumeLink(transaction, link.id))) return null;
    await setPassword(transaction, user.id, reset.passwordHash);
    await endResetLinks(transaction, user.id);
    await clearFailures(transaction, reset.failures);
    await notifyOwner(transaction, user, 'password reset', reset.sender);
    await recordChange(
      transaction,
      { user, network: reset.sender.network, requestId: reset.requestId },
      { action: 'reset-password', kind: 'accounts', recordId: user.id },
    );
    return endSessions(transaction, user.id);
  });
}

export async function endResetLinks(transaction: Database, userId: number): Promise<void> {
  await end(transaction, ending(transaction).where('user_id', '=', userId));
}

export async function endAllResetLinks(transaction: Database): Promise<void> {
  await end(transaction, ending(transaction));
}

export async function sweepResetLinks(database: Database): Promise<void> {
  await database.deleteFrom('password_resets').where('expires_at', '<=', timestampIn(database, 0)).execute();
}

/** Of two concurrent uses, one succeeds. */
export async function consumeLink(transaction: Database, id: number): Promise<boolean> {
  const links = ending(transaction).where('id', '=', id).where('expires_at', '>', timestampIn(transaction, 0));
  return (await end(transaction, links)) > 0;
}

function ending(transaction: Database) {
  return transaction
    .updateTable('password_resets')
    .set({ ended_at: timestampIn(transaction, 0) })
    .where('ended_at', 'is', null)
    .returning('mail_id');
}

/** Ends links and empties their mails. Returns how many ended. */
async function end(transaction: Database, links: ReturnType<typeof ending>): Promise<number> {
  const ended = await links.execute();
  await expireSecretMails(
    transaction,
    ended.flatMap(({ mail_id }) => mail_id ?? []),
  );
  return ended.length;
}
