import type { FastifyRequest } from 'fastify';
import type { Generated, InferResult } from 'kysely';
import { may, type Role } from '#api/rights.ts';
import { type Language, t } from '#i18n/text.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns, pictureOf } from '#platform/database/picture-columns.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { networkOf } from '#platform/networks.server.ts';
import { sessionsOf } from '#platform/session/sessions.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { type Notify, weekRoles } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    users: UsersTable;
  }
}

interface UsersTable {
  id: Generated<number>;
  name: string;
  /** In lower case, as `emailField` returns it. */
  email: string;
  /** Empty for an invited user who has not set a password yet. */
  password_hash: string;
  role: Role;
  image_key: string | null;
  /** 0 is deactivated: the user cannot sign in and has no live session. */
  status: Generated<number>;
  signed_in_at: string | null;
  second_factor_since: string | null;
  notify: Notify | null;
  weekly_mail: Generated<number>;
  /** Null without a choice: English. */
  language: Language | null;
  /** A generated password expires at this time. Null for a password that the user chose. */
  made_password_ends_at: string | null;
  created_at: string;
  updated_at: string;
}

export type User = ReturnType<typeof userOf>;

/** Lifetime of a generated password, in days. */
export const generatedPasswordDays = 7;

export function hasUsers(database: Database): Promise<boolean> {
  return hasRow(database.selectFrom('users').select('id').limit(1));
}

export async function addUser(
  database: Database,
  user: { name: string; email: string; passwordHash: string; role: Role; isMade?: boolean },
): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await database
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      made_password_ends_at: user.isMade ? madePasswordEnd(database) : null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The accounts that may do everything and can sign in. */
export function selectOwners(database: Database) {
  return database
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('status', '=', 1)
    .where('password_hash', '!=', '');
}

export async function findUser(database: Database, id: number): Promise<User | null> {
  const row = await active(database).where('users.id', '=', id).executeTakeFirst();
  return row ? userOf(row) : null;
}

export async function findUserByEmail(database: Database, email: string): Promise<User | null> {
  const row = await active(database).where('email', '=', email).executeTakeFirst();
  return row ? userOf(row) : null;
}

/** Email addresses of the staff who get mail about demo requests, filtered by their setting. */
export async function staffToNotify(database: Database, choices: readonly Notify[]): Promise<string[]> {
  const rows = await active(database).orderBy('users.id').execute();
  return rows.filter((row) => choices.includes(notifyOf(row))).map(({ email }) => email);
}

/** Email addresses of those who are mailed the week. */
export async function weekReaders(database: Database): Promise<string[]> {
  const rows = await active(database)
    .where('weekly_mail', '=', 1)
    .where('role', 'in', weekRoles)
    .orderBy('users.id')
    .execute();
  return rows.map(({ email }) => email).filter(isOneAddress);
}

export function hasSignIns(database: Database): Promise<boolean> {
  return hasRow(database.selectFrom('users').select('id').where('signed_in_at', 'is not', null).limit(1));
}

/**
 * Records a sign-in and locks the user's row until the transaction ends. Returns false if the password, the second
 * factor or the account changed since it was verified.
 */
export function recordSignIn(transaction: Database, user: User): Promise<boolean> {
  return hasRow(asVerified(transaction, user).set({ signed_in_at: new Date().toISOString() }));
}

/** Locks the user's row like `recordSignIn`, without recording a sign-in. */
export function lockVerifiedUser(transaction: Database, user: User): Promise<boolean> {
  return hasRow(asVerified(transaction, user).set((eb) => ({ status: eb.ref('status') })));
}

function asVerified(transaction: Database, user: User) {
  return transaction
    .updateTable('users')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.passwordHash)
    .where('second_factor_since', user.secondFactorSince === null ? 'is' : '=', user.secondFactorSince)
    .where('status', '=', 1)
    .returning('id');
}

/** Locks a user's row until the transaction ends. Every change of an account locks it first, so that none deadlock. */
export async function lockUser(transaction: Database, id: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .execute();
}

/** With `known`, replaces the password only if that is still the hash, and returns false otherwise. */
export function setPassword(
  transaction: Database,
  id: number,
  passwordHash: string,
  { known, isMade = false }: { known?: string; isMade?: boolean } = {},
): Promise<boolean> {
  return hasRow(
    transaction
      .updateTable('users')
      .set({ password_hash: passwordHash, made_password_ends_at: isMade ? madePasswordEnd(transaction) : null })
      .where('id', '=', id)
      .$if(known !== undefined, (query) => query.where('password_hash', '=', known ?? ''))
      .returning('id'),
  );
}

function madePasswordEnd(database: Database) {
  return timestampIn(database, generatedPasswordDays * 86_400);
}

function active(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('pictures', 'pictures.key', 'users.image_key')
    .select([
      'users.id',
      'name',
      'email',
      'role',
      'password_hash',
      'second_factor_since',
      'made_password_ends_at',
      'notify',
      'weekly_mail',
      'language',
    ])
    .select(['users.created_at', 'updated_at', ...pictureColumns])
    .where('status', '=', 1)
    .where('password_hash', '!=', '');
}

/** Staff who work on leads get mail unless they opt out; staff who may not read leads never do. */
function notifyOf({ role, notify }: Pick<UsersTable, 'role' | 'notify'>): Notify {
  if (!may(role, 'read', 'leads')) return 'never';
  return notify ?? (may(role, 'write', 'leads') ? 'at_once' : 'never');
}

function userOf(row: InferResult<ReturnType<typeof active>>[number]) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    picture: pictureOf(row),
    passwordHash: row.password_hash,
    secondFactorSince: row.second_factor_since,
    notify: notifyOf(row),
    weeklyMail: row.weekly_mail === 1,
    language: row.language,
    madePasswordEndsAt: row.made_password_ends_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface Sender {
  network: string;
  userAgent: string;
}

export function senderOf({ ip, headers }: FastifyRequest): Sender {
  return { network: networkOf(ip), userAgent: headers['user-agent'] ?? '' };
}

/** Where a user is signed in. */
export async function listSessions(database: Database, userId: number, currentId: number) {
  const sessions = await sessionsOf(database, userId);
  return sessions.map(({ user_agent, ...session }) => {
    const [name = t('Unknown device'), system] = deviceOf(user_agent);
    return { ...session, device: system ? t`${name} on ${system}` : name, current: session.id === currentId };
  });
}

/** Names of the browser and the system where they are recognised: 'Firefox', 'Windows'. */
export function deviceOf(userAgent: string): string[] {
  const names = [browsers, systems].map((all) => all.find(([, sign]) => sign.test(userAgent))?.[0]);
  return names.filter((name) => name !== undefined);
}

/** The order matters: most browsers also name those that they descend from. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
