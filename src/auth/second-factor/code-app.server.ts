import { generateSecret, generateURI, verifySync } from 'otplib';
import { z } from 'zod';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';

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
): { secret: string; uri: string; setup: string } {
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
export async function acceptCode(transaction: Database, keys: Keys, userId: number, code: string): Promise<boolean> {
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
