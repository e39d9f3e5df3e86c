import type { Generated } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { z } from 'zod';
import { latinDigits } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, hasRow } from '#platform/database/rows.server.ts';
import { hashOfToken } from '#platform/session/sessions.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import type { Sender, User } from '../data.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { readablePassword } from '../passwords.server.ts';
import { secondFactorLimits, type secondStepSchema } from '../schema.ts';
import { passkeysOf, requestOptions } from './passkeys.server.ts';
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

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    recovery_codes: RecoveryCodesTable;
  }
}

interface RecoveryCodesTable {
  id: Generated<number>;
  user_id: number;
  code_hash: string;
  used_at: string | null;
}

/** Replaces all codes and returns them; of 118 random bits a plain hash is enough, as for a token. */
export async function createRecoveryCodes(transaction: Database, userId: number): Promise<string[]> {
  await deleteRecoveryCodes(transaction, userId);
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, () => readablePassword(6));
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(plain(code)), used_at: null }));
  await transaction.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** Uses a code once; returns false if there is none such. Spaces do not matter. */
function spendRecoveryCode(transaction: Database, userId: number, input: string): Promise<boolean> {
  return hasRow(
    transaction
      .updateTable('recovery_codes')
      .set({ used_at: new Date().toISOString() })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOf(plain(input)))
      .where('used_at', 'is', null)
      .returning('id'),
  );
}

export function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  return countRows(database.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null));
}

async function deleteRecoveryCodes(transaction: Database, userId: number): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function hashOf(code: string): string {
  return hashOfToken(`recovery ${code}`);
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    code_apps: CodeAppsTable;
  }
}

/** The authenticator app of an account (TOTP, RFC 6238: six digits, every 30 seconds). */
interface CodeAppsTable {
  user_id: number;
  secret_sealed: string;
  /** The time step of the last accepted code: this and earlier codes are rejected. */
  last_step: number;
  created_at: string;
}

export const codeAppSecret: EncryptedColumn = {
  what: 'apps that make codes for signing in (an owner takes them off on the screen Users)',
  purpose: 'code app',
  table: 'code_apps',
  columns: ['secret_sealed'],
  rows: (database) => database.selectFrom('code_apps').select('secret_sealed as sealed').execute(),
};

/** Allowed clock difference in seconds: the previous and the next code are accepted too. */
const tolerance = 30;

/** How long a setup may wait for its first code. */
export const setupSeconds = 15 * 60;

const setupPurpose = 'code app setup';
const setupInside = z.object({ secret: z.string(), user: z.int(), session: z.int(), ticket: z.string() });

/**
 * Creates a secret and encrypts it for the client. The server stores nothing until `readSetup` gets it back with a
 * code, once per ticket.
 */
export function newSetup(
  keys: Keys,
  {
    user,
    session,
    ticket,
    issuer,
  }: { user: { id: number; email: string }; session: number; ticket: string; issuer: string },
) {
  const secret = generateSecret();
  return {
    secret,
    uri: generateURI({ issuer, label: user.email, secret }),
    setup: encrypterOf(keys, setupPurpose).encrypt({ secret, user: user.id, session, ticket }),
  };
}

/** The secret and ticket of a setup that this user began in this session; null otherwise. */
export function readSetup(keys: Keys, setup: string, user: number, session: number) {
  const inside = setupInside.safeParse(encrypterOf(keys, setupPurpose).decrypt(setup)).data;
  return inside?.user === user && inside.session === session ? inside : null;
}

/** The time step of a code, or null if it is not valid now. */
export function findTimeStep(secret: string, code: string): number | null {
  const result = verifySync({ secret, token: code, epochTolerance: tolerance });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Sets or replaces the app. The code that confirmed it cannot be used to sign in. */
export async function setApp(transaction: Database, keys: Keys, userId: number, secret: string, step: number) {
  const app = {
    secret_sealed: encrypterOf(keys).encrypt(secret),
    last_step: step,
    created_at: new Date().toISOString(),
  };
  await transaction
    .insertInto('code_apps')
    .values({ user_id: userId, ...app })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(app))
    .execute();
}

/** Accepts each code once, then returns false. */
async function acceptCode(transaction: Database, keys: Keys, userId: number, code: string): Promise<boolean> {
  const app = await findApp(transaction, userId);
  const secret = app && encrypterOf(keys).decrypt(app.secret_sealed);
  const step = typeof secret === 'string' ? findTimeStep(secret, code) : null;
  if (step === null) return false;
  return hasRow(
    transaction
      .updateTable('code_apps')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('user_id'),
  );
}

export function findApp(database: Database, userId: number) {
  return database.selectFrom('code_apps').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function deleteApp(transaction: Database, userId: number): Promise<boolean> {
  return hasRow(transaction.deleteFrom('code_apps').where('user_id', '=', userId).returning('user_id'));
}

function encrypterOf({ secret }: Keys, purpose = codeAppSecret.purpose): Encrypter {
  return new Encrypter(secret, purpose);
}
