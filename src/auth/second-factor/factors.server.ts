import type { z } from 'zod/mini';
import { latinDigits } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import type { User } from '../data.server.ts';
import type { Sender } from '../device.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { acceptCode, deleteApp, findApp } from './code-app.server.ts';
import { passkeysOf, requestOptions } from './passkeys.server.ts';
import {
  countRecoveryCodes,
  createRecoveryCodes,
  deleteRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.server.ts';
import type { secondStepSchema } from './schema.ts';
import { createTicket, endTickets, ticketSeconds } from './tickets.server.ts';

export type SecondFactorChallenge = z.infer<typeof secondStepSchema>['data'];

/** Starts the second step for an account with a second factor. */
export async function openSecondStep(
  transaction: Database,
  settings: Pick<Settings, 'publicUrl'>,
  user: User,
  remember: boolean,
): Promise<SecondFactorChallenge> {
  const passkeys = await passkeysOf(transaction, user.id);
  const passkey = passkeys.length > 0 ? requestOptions(settings, passkeys) : null;
  const proofs: SecondFactorChallenge['proofs'] = [];
  if (await findApp(transaction, user.id)) proofs.push('app');
  if (passkey) proofs.push('passkey');
  if ((await countRecoveryCodes(transaction, user.id)) > 0) proofs.push('recovery_code');
  const challenge = passkey?.challenge ?? null;
  const ticket = await createTicket(transaction, { purpose: 'second step', user, challenge, remember });
  return { ticket, seconds: ticketSeconds, proofs, passkey };
}

/** Six digits, also Bengali or with spaces, are a code of the app; anything else is a recovery code. Each counts once. */
export async function acceptFactorCode(
  transaction: Database,
  keys: Keys,
  user: Pick<User, 'id' | 'email'>,
  code: string,
  sender: Sender,
): Promise<boolean> {
  const digits = latinDigits(code).replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return acceptCode(transaction, keys, user.id, digits);
  if (!(await spendRecoveryCode(transaction, user.id, code))) return false;
  await notifyOwner(transaction, user, 'recovery code used', sender);
  return true;
}

/**
 * Updates whether the account has a second factor after an app or passkey was added or removed. The first one creates
 * recovery codes, which are returned; the last one deletes them.
 */
export async function updateFactors(transaction: Database, userId: number): Promise<string[] | null> {
  const has = (await findApp(transaction, userId)) !== undefined || (await passkeysOf(transaction, userId)).length > 0;
  const had = await hasSecondFactor(transaction, userId);
  if (has === had) return null;
  await transaction
    .updateTable('users')
    .set({ second_factor_since: has ? new Date().toISOString() : null })
    .where('id', '=', userId)
    .execute();
  if (has) return createRecoveryCodes(transaction, userId);
  await deleteRecoveryCodes(transaction, userId);
  return null;
}

export async function hasSecondFactor(database: Database, userId: number): Promise<boolean> {
  const user = database.selectFrom('users').select('second_factor_since').where('id', '=', userId);
  return ((await user.executeTakeFirst())?.second_factor_since ?? null) !== null;
}

/**
 * Removes the second factor of a user who lost the device. Returns false if there was none. The caller notifies the
 * user and ends the sessions.
 */
export async function removeSecondFactor(transaction: Database, userId: number): Promise<boolean> {
  const had = await hasSecondFactor(transaction, userId);
  await deleteApp(transaction, userId);
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await endTickets(transaction, userId);
  await updateFactors(transaction, userId);
  return had;
}
