import type { Database } from '#server/database/open.server.ts';
import type { Settings } from '#server/settings.server.ts';
import type { User } from '../data.server.ts';
import { findApp, forgetApp } from './code-app.server.ts';
import { passkeysOf, requestOptions } from './passkeys.server.ts';
import { countRecoveryCodes, forgetRecoveryCodes, makeRecoveryCodes } from './recovery-codes.server.ts';
import { endTickets, makeTicket, ticketSeconds } from './tickets.server.ts';

/** What somebody whose password was right may send next. */
export interface SecondStep {
  ticket: string;
  seconds: number;
  proofs: ('app' | 'passkey' | 'recovery_code')[];
  passkey: ReturnType<typeof requestOptions> | null;
}

/** Opens the second step for an account that has a second factor. */
export async function openSecondStep(
  transaction: Database,
  settings: Pick<Settings, 'publicUrl'>,
  user: User,
  remember: boolean,
): Promise<SecondStep> {
  const passkeys = await passkeysOf(transaction, user.id);
  const passkey = passkeys.length > 0 ? requestOptions(settings, passkeys) : null;
  const proofs: SecondStep['proofs'] = [];
  if (await findApp(transaction, user.id)) proofs.push('app');
  if (passkey) proofs.push('passkey');
  if ((await countRecoveryCodes(transaction, user.id)) > 0) proofs.push('recovery_code');
  const challenge = passkey?.challenge ?? null;
  const ticket = await makeTicket(transaction, { purpose: 'second step', user, challenge, remember });
  return { ticket, seconds: ticketSeconds, proofs, passkey };
}

/**
 * After an app or a passkey came or went: notes whether the account has a second factor now. With the first one there are
 * recovery codes, which are answered; with the last one these go too.
 */
export async function noteFactors(transaction: Database, userId: number): Promise<string[] | null> {
  const has = (await findApp(transaction, userId)) !== undefined || (await passkeysOf(transaction, userId)).length > 0;
  const had = await hasSecondFactor(transaction, userId);
  if (has === had) return null;
  await transaction
    .updateTable('users')
    .set({ second_factor_since: has ? new Date().toISOString() : null })
    .where('id', '=', userId)
    .execute();
  if (has) return makeRecoveryCodes(transaction, userId);
  await forgetRecoveryCodes(transaction, userId);
  return null;
}

export async function hasSecondFactor(database: Database, userId: number): Promise<boolean> {
  const user = database.selectFrom('users').select('second_factor_since').where('id', '=', userId);
  return ((await user.executeTakeFirst())?.second_factor_since ?? null) !== null;
}

/**
 * Takes the whole second factor off an account whose owner lost the device: the password alone signs in again. False
 * where there was none. Whoever calls it says so to the owner, and ends the sessions.
 */
export async function takeOffSecondFactor(transaction: Database, userId: number): Promise<boolean> {
  const had = await hasSecondFactor(transaction, userId);
  await forgetApp(transaction, userId);
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await endTickets(transaction, userId);
  await noteFactors(transaction, userId);
  return had;
}
