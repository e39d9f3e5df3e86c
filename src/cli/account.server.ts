import type { z } from 'zod';
import { type Role, roles } from '#api/rights.ts';
import { addUser, setPassword } from '#auth/data.server.ts';
import { emailField, nameField } from '#auth/fields.server.ts';
import { generatedPasswordNote } from '#auth/first-account.server.ts';
import { sendInvitation } from '#auth/invitation.server.ts';
import { notifyOwner, notifyOwners } from '#auth/notice-mail.server.ts';
import { createResetLink, endResetLinks, linkMinutes, resetLink } from '#auth/password-reset.server.ts';
import { hashPassword, readablePassword } from '#auth/passwords.server.ts';
import type { UserRow } from '#auth/schema.ts';
import { removeSecondFactor } from '#auth/second-factor/factors.server.ts';
import { failuresOfAddress } from '#auth/sign-in.server.ts';
import { findAnyUser, inviteUser, pageOfUsers } from '#auth/users/data.server.ts';
import {
  type CommandCall,
  CommandError,
  type ExitOutcome,
  type OpenStore,
  UsageError,
  withStore,
} from '#backup/command.server.ts';
import { recordChange } from '#cms/audit/audit.server.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { clearFailures } from '#platform/session/failed-attempts.server.ts';
import { endSessions } from '#platform/session/sessions.server.ts';

/** Account commands for when nobody can sign in: mail is not set up, or the last second factor is lost. */
export async function account({ env, words: [what, address], options }: CommandCall): Promise<ExitOutcome> {
  if (what === 'list' && address === undefined) return withStore(env, list);
  if (address === undefined) throw new UsageError(what === 'list' ? '' : 'Say whose account by the e-mail address.');
  const email = parsed(emailField, address);
  if (what === 'add') {
    const role = roleOf(options.role);
    const name = parsed(nameField, options.name ?? address.replace(/@.*/, ''));
    return withStore(env, (store) => add(store, { name, email, role }, options.link === true));
  }
  if (what === 'reset') return withStore(env, (store) => reset(store, email, options.link === true));
  throw new UsageError(`'account' knows list, add and reset.`);
}

async function list({ database }: OpenStore): Promise<ExitOutcome> {
  const everybody = { page: 1, perPage: 100_000, search: '', status: null, state: null, trash: false, sort: null };
  const { items } = await pageOfUsers(database, everybody);
  const accounts = items.map(({ email, name, role, status, invited, second_factor_since, sessions, last_seen_at }) => ({
    email,
    name,
    role,
    state: status === 0 ? 'deactivated' : invited ? 'invited' : 'active',
    second_factor: second_factor_since !== null,
    sessions,
    last_seen_at,
  }));
  const lines = accounts.map(({ email, name, role, state, second_factor, last_seen_at }) => {
    const seen = last_seen_at ? `last seen ${last_seen_at}` : 'never seen';
    return [email, name, role, state, second_factor ? 'second factor' : 'password alone', seen].join('  ');
  });
  return { facts: { accounts }, text: lines.join('\n') || 'There is no account yet.' };
}

async function add(
  { database, settings }: OpenStore,
  user: { name: string; email: string; role: Role },
  byLink: boolean,
): Promise<ExitOutcome> {
  if (byLink) {
    const { link, mailed } = await database.transaction().execute(async (transaction) => {
      const id = await inviteUser(transaction, 'command', { ...user, status: 1 }).catch(rethrowTaken);
      return sendInvitation(transaction, settings, id, 'Whoever runs the server');
    });
    const also = mailed ? ' It was mailed too.' : '';
    return {
      facts: { ...user, link, mailed },
      text: `${user.email} is invited as ${user.role}. The link to choose a password works once, for 72 hours:${also}\n${link}`,
    };
  }
  const password = readablePassword();
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    if (user.role === 'owner') await notifyOwners(transaction, 'command', 'owner changed', user.email);
    const id = await addUser(transaction, { ...user, passwordHash, isMade: true }).catch(rethrowTaken);
    await recordChange(transaction, 'command', {
      action: 'create',
      kind: 'accounts',
      recordId: id,
      after: { ...user, status: 1 },
    });
  });
  return {
    facts: { ...user, password },
    text: `${user.email} may sign in as ${user.role} with\n${formatPassword(password)}`,
  };
}

/** Ends sessions, second factor and password; with `--link` the password works until the link is used. */
async function reset({ database, settings }: OpenStore, email: string, byLink: boolean): Promise<ExitOutcome> {
  const password = readablePassword();
  const passwordHash = await hashPassword(password);
  const link = await database.transaction().execute(async (transaction) => {
    const user = await accountOf(transaction, email);
    if (user.status === 0)
      throw new CommandError(`${email} is deactivated. An owner reactivates it; \`prangon account add\` makes one.`);
    const url = byLink ? resetLink(user, (await createResetLink(transaction, user.id)).token, settings) : null;
    if (!byLink) {
      await endResetLinks(transaction, user.id);
      await setPassword(transaction, user.id, passwordHash, { isMade: true });
      await clearFailures(transaction, failuresOfAddress(settings, email));
    }
    if (await removeSecondFactor(transaction, user.id))
      await notifyOwners(transaction, 'command', 'factor changed', user.email, user.id);
    await endSessions(transaction, user.id);
    await notifyOwner(transaction, user, 'account reset', { network: 'command', userAgent: '' });
    await recordChange(transaction, 'command', {
      action: 'reset',
      kind: 'accounts',
      recordId: user.id,
    });
    return url;
  });
  const ended = 'Its sessions ended, and its second factor is taken off.';
  if (link) {
    return {
      facts: { email, link, minutes: linkMinutes },
      text: `${ended} The link to choose a password works once, for ${linkMinutes} minutes:\n${link}`,
    };
  }
  return { facts: { email, password }, text: `${ended} ${email} signs in with\n${formatPassword(password)}` };
}

function formatPassword(password: string): string {
  return `  ${password}\n${generatedPasswordNote}`;
}

async function accountOf(transaction: Database, email: string): Promise<UserRow> {
  const row = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!row) throw new CommandError(`Nobody has an account with ${email}. \`prangon account list\` tells who has one.`);
  return findAnyUser(transaction, row.id);
}

function roleOf(value: unknown): Role {
  if (value === undefined) return 'owner';
  const role = roles.find((each) => each === value);
  if (role) return role;
  throw new UsageError(`--role is one of ${roles.join(', ')}.`);
}

function parsed<T>(field: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = field.safeParse(value);
  if (success) return data;
  throw new UsageError(error.issues[0]?.message ?? '');
}

function rethrowTaken(error: unknown): never {
  if (isUniqueViolation(error) || (error as { statusCode?: number }).statusCode === 422)
    throw new CommandError(
      'Somebody with this address has an account. `prangon account reset` gives it a new password.',
    );
  throw error;
}
