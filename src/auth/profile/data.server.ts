import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import type { Language } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { endSession, endSessions } from '#platform/session/sessions.server.ts';
import { findUser, lockUser, setPassword, type User } from '../data.server.ts';
import type { Sender } from '../device.server.ts';
import { notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { endResetLinks } from '../password-reset/data.server.ts';
import type { Notify } from '../schema.ts';

/** Undefined stays unchanged. */
export interface AccountInput {
  name: string;
  email: string;
  image_key: string | undefined;
  notify: Notify | undefined;
  language: Language | undefined;
}

/** `unconfirmed`: a new email address needs the current password, and nothing was written. */
export type UpdateResult = { is: 'written' | 'stale'; user: User; emailChanged: boolean } | { is: 'unconfirmed' };

/**
 * With `seen`, the `updated_at` of the form, a newer version is not overwritten. `confirmed` is the verified password
 * hash. The previous address gets a notice.
 * @throws a unique violation if another account has the address
 */
export async function updateAccount(
  database: Database,
  actor: Actor,
  input: AccountInput,
  { seen, confirmed, sender }: { seen: string | null; confirmed: string | null; sender: Sender },
): Promise<UpdateResult> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, actor.user.id);
    const before = await existing(transaction, actor.user.id);
    if (seen !== null && seen !== before.updatedAt) return { is: 'stale', user: before, emailChanged: false };
    const emailChanged = input.email !== before.email;
    if (emailChanged && confirmed !== before.passwordHash) return { is: 'unconfirmed' };
    if (emailChanged && before.role === 'owner')
      await notifyOwners(transaction, actor, 'owner changed', before.email, before.id);
    await transaction
      .updateTable('users')
      .set({ ...input, updated_at: new Date().toISOString() })
      .where('id', '=', before.id)
      .execute();
    if (emailChanged) {
      // A link in the old mailbox must not work any more.
      await endResetLinks(transaction, before.id);
      await notifyOwner(transaction, before, 'email changed', sender);
    }
    const after = await existing(transaction, before.id);
    await recordChange(transaction, actor, {
      action: 'update',
      kind: 'accounts',
      recordId: before.id,
      before: audited(before),
      after: audited(after),
    });
    return { is: 'written', user: after, emailChanged };
  });
}

/**
 * Changes the password and ends all other sessions and reset links. Returns the ended sessions, or null if the password
 * changed since it was verified.
 */
export async function changePassword(
  database: Database,
  actor: Actor,
  change: { known: string; passwordHash: string; keptSession: number; sender: Sender },
): Promise<number[] | null> {
  const { id } = actor.user;
  return database.transaction().execute(async (transaction) => {
    if (!(await setPassword(transaction, id, change.passwordHash, { known: change.known }))) return null;
    await endResetLinks(transaction, id);
    await notifyOwner(transaction, actor.user, 'password changed', change.sender);
    await recordChange(transaction, actor, {
      action: 'change-password',
      kind: 'accounts',
      recordId: id,
    });
    return endSessions(transaction, id, change.keptSession);
  });
}

export async function endOwnSession(database: Database, actor: Actor, id: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await endSession(transaction, actor.user.id, id))) return false;
    await recordChange(transaction, actor, {
      action: 'end',
      kind: 'sessions',
      recordId: id,
    });
    return true;
  });
}

/** Ends all own sessions but one. Returns the ids of those ended. */
export async function endOtherSessions(database: Database, actor: Actor, currentSession: number): Promise<number[]> {
  return database.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction, actor.user.id, currentSession);
    if (ended.length > 0) {
      await recordChange(transaction, actor, {
        action: 'end-others',
        kind: 'sessions',
        recordId: actor.user.id,
      });
    }
    return ended;
  });
}

/** Who was let in may be removed before the account is locked. */
async function existing(transaction: Database, id: number): Promise<User> {
  const user = await findUser(transaction, id);
  if (!user) throw notFound('This account was closed.');
  return user;
}

function audited({ name, email, picture, notify, language }: User) {
  return { name, email, image_key: picture?.key ?? null, notify, language };
}
