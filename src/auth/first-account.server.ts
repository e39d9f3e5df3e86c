import type { Database } from '#platform/database/open.server.ts';
import { SettingError, type Settings } from '#platform/settings/settings.server.ts';
import { addUser, generatedPasswordDays, hasUsers } from './data.server.ts';
import { hashPassword, isEasilyGuessed, readablePassword } from './passwords.server.ts';

export interface FirstAccount {
  email: string;
  /** Null if the password is set in the settings. */
  generatedPassword: string | null;
}

/**
 * Creates the first account of a store without accounts; of concurrent starts only one creates it. `announce` runs
 * before the commit, so that a killed start never leaves a password unannounced.
 * @throws {SettingError} if ADMIN_PASSWORD is easily guessed; later starts do not check it
 */
export async function createFirstAccount(
  database: Database,
  settings: AccountSettings,
  announce: (account: FirstAccount) => void,
): Promise<void> {
  if (await hasUsers(database)) return;
  await assertAdminPassword(settings);
  const email = (settings.adminEmail ?? 'admin@example.com').toLowerCase();
  const password = settings.adminPassword ?? readablePassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    const fact = { name: 'first_account', value: email };
    const insertedFact = await transaction
      .insertInto('store_facts')
      .values(fact)
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    if (!insertedFact) return;
    const isMade = settings.adminPassword === null;
    await addUser(transaction, { name: firstName, email, passwordHash, role: 'owner', isMade });
    announce({ email, generatedPassword: isMade ? password : null });
  });
}

type AccountSettings = Pick<Settings, 'adminEmail' | 'adminPassword' | 'publicUrl'>;

/** @throws {SettingError} if ADMIN_PASSWORD is easily guessed */
export async function assertAdminPassword({ adminEmail, adminPassword, publicUrl }: AccountSettings): Promise<void> {
  const names = [firstName, adminEmail ?? '', new URL(publicUrl).hostname];
  if (adminPassword !== null && (await isEasilyGuessed(adminPassword, names)))
    throw new SettingError(
      'ADMIN_PASSWORD is easily guessed; choose a few words that have nothing to do with the site',
    );
}

const firstName = 'Administrator';

export function formatFirstAccount({ email, generatedPassword }: FirstAccount): string {
  return [
    '\nFirst start. Sign in to the back office with',
    `  e-mail    ${email}`,
    `  password  ${generatedPassword ?? '(the one in ADMIN_PASSWORD)'}`,
    ...(generatedPassword ? [generatedPasswordNote] : []),
  ].join('\n');
}

export const generatedPasswordNote = `It is shown this once, and signs in for ${generatedPasswordDays} days. Whoever signs in with it chooses another one first.`;
