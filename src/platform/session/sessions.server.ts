import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Generated, sql } from 'kysely';
import { type PictureFields, toPictureFields } from '#api/picture.ts';
import type { Role } from '#api/rights.ts';
import { cleanLine } from '#api/text.ts';
import type { Language } from '#i18n/text.ts';
import { timestampIn } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { type PictureRow, pictureColumns, pictureOf } from '../database/picture-columns.server.ts';
import { hasRow } from '../database/rows.server.ts';
import { programPrefix } from '../metrics/log.server.ts';
import type { Settings } from '../settings/settings.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    sessions: SessionsTable;
    program_tokens: ProgramTokensTable;
  }
}

interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  remember: number;
  user_agent: string;
  network: string;
  created_at: string;
  last_used_at: string;
  /** When the user last proved the identity; null in sessions from before the column existed. */
  confirmed_at: string | null;
  expires_at: string;
}

interface ProgramTokensTable {
  id: Generated<number>;
  name: string;
  role: Role;
  token_hash: string;
  /** Its first characters, by which people tell one from another. */
  start: string;
  made_by: number;
  created_at: string;
  /** Null: it works until it is withdrawn. */
  expires_at: string | null;
  /** Empty until it is used. */
  last_used_at: Generated<string>;
}

/** Maximum lifetimes in seconds; unused sessions end earlier (`settings.sessionIdle`). */
const life = { remembered: 30 * 86_400, other: 12 * 3_600 };

const mostOfUser = 10;

/** Seconds between two writes of `last_used_at`, so that few reads are writes. */
const noteUseEvery = 60;

/** Seconds for which a confirmation by password or passkey counts. */
const confirmedFor = 600;

interface StaffUser {
  id: number;
  name: string;
  email: string;
  image: PictureFields['image'];
  role: Role;
  language: Language;
  /** The password is a generated one: everything but the own account answers 403 until it is changed. */
  must_change_password?: true;
}

/** Who makes a request, in a guarded scope. */
export interface Staff {
  user: StaffUser;
  sessionId: number;
  /** Within the last ten minutes. */
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  /** The name of the token, if a program sends it. */
  program?: string | undefined;
}

export type StaffRequest = FastifyRequest & { staff: Staff };

export interface Session {
  /** 0 for a token of a program. */
  id: number;
  user: StaffUser;
  /** Null without a choice. */
  language: Language | null;
  hasSecondFactor: boolean;
  isConfirmed: boolean;
  /** The name of the token, if a program sends it. */
  program?: string;
}

export interface NewSession {
  userId: number;
  remember: boolean;
  userAgent: string;
  network: string;
}

/** Lock the user's row in the same transaction, so that concurrent sign-ins can't exceed the limit. */
export async function createSession(transaction: Database, session: NewSession) {
  const token = newToken();
  const { id } = await transaction
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: hashOfToken(token),
      remember: session.remember ? 1 : 0,
      user_agent: [...cleanLine(session.userAgent)].slice(0, 200).join(''),
      network: session.network,
      created_at: timestampIn(transaction, 0),
      last_used_at: timestampIn(transaction, 0),
      confirmed_at: timestampIn(transaction, 0),
      expires_at: timestampIn(transaction, session.remember ? life.remembered : life.other),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, ended: await endOldest(transaction, session.userId) };
}

/**
 * The valid session of a token, that of a program too, or null. Polling by an unattended screen (`isUse: false`) doesn't
 * extend it.
 */
export async function findSession(
  { database, settings }: { database: Database; settings: Pick<Settings, 'sessionIdle'> },
  token: string,
  { isUse = true } = {},
): Promise<Session | null> {
  if (isProgramToken(token)) return findProgram(database, token);
  const row = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('pictures', 'pictures.key', 'users.image_key')
    .select(['sessions.id', 'users.role', ...userColumns])
    .select((eb) => eb('last_used_at', '<', timestampIn(database, -noteUseEvery)).as('use_unnoted'))
    .select((eb) => eb('confirmed_at', '>', timestampIn(database, -confirmedFor)).as('is_confirmed'))
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', timestampIn(database, 0))
    .where('last_used_at', '>', idleSince(database, settings))
    .where('users.status', '=', 1)
    .executeTakeFirst();
  if (!row) return null;
  // A read-only or full database must not break reads.
  if (row.use_unnoted && isUse) await noteUse(database, 'sessions', row.id).catch(() => undefined);
  return { ...sessionOf(row), isConfirmed: Boolean(row.is_confirmed) };
}

/** Acts as the owner who made the token, with the role of the token. */
async function findProgram(database: Database, token: string): Promise<Session | null> {
  const row = await database
    .selectFrom('program_tokens as token')
    .innerJoin('users', 'users.id', 'made_by')
    .leftJoin('pictures', 'pictures.key', 'users.image_key')
    .select(['token.id', 'token.role', 'token.name as program', ...userColumns])
    .select((eb) => eb('last_used_at', '<', timestampIn(database, -noteUseEvery)).as('use_unnoted'))
    .where('token_hash', '=', hashOfToken(token))
    .where(programStatus(database), '=', 1)
    .executeTakeFirst();
  if (!row) return null;
  if (row.use_unnoted) await noteUse(database, 'program_tokens', row.id).catch(() => undefined);
  return { ...sessionOf({ ...row, id: 0 }), program: row.program };
}

/** 1 for a token that works: it hasn't ended, and its maker, joined as `users`, is an active owner. Else 0. */
export function programStatus(database: Database) {
  return sql<number>`case when users.role = 'owner' and users.status = 1
    and coalesce(expires_at, '9') > ${timestampIn(database, 0)} then 1 else 0 end`;
}

const userColumns = [
  'users.id as user_id',
  'users.name',
  'users.email',
  'users.second_factor_since',
  'users.made_password_ends_at',
  'users.language',
  ...pictureColumns,
] as const;

type UserRow = PictureRow &
  Omit<StaffUser, 'image' | 'language'> &
  Pick<Session, 'language'> & {
    user_id: number;
    second_factor_since: string | null;
    made_password_ends_at: string | null;
  };

function sessionOf({ id, user_id, name, email, role, language, ...row }: UserRow): Session {
  return {
    id,
    user: {
      id: user_id,
      name,
      email,
      image: toPictureFields(pictureOf(row)).image,
      role,
      language: language ?? 'en',
      ...(row.made_password_ends_at && { must_change_password: true }),
    },
    language,
    hasSecondFactor: row.second_factor_since !== null,
    isConfirmed: false,
  };
}

export async function confirmSession(database: Database, id: number): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ confirmed_at: timestampIn(database, 0) })
    .where('id', '=', id)
    .execute();
}

/** Confirms a session and gives it another token; null if the token has changed meanwhile. */
export async function renewSession(database: Database, oldToken: string): Promise<string | null> {
  const token = newToken();
  const renewed = database
    .updateTable('sessions')
    .set({ token_hash: hashOfToken(token), confirmed_at: timestampIn(database, 0) })
    .where('token_hash', '=', hashOfToken(oldToken));
  return (await hasRow(renewed.returning('id'))) ? token : null;
}

/** The roles of those of these sessions that are valid, for open streams. It doesn't extend them. */
export async function livingSessions(database: Database, ids: readonly number[]): Promise<Map<number, Role>> {
  const rows = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.role'])
    .where('sessions.id', 'in', [...new Set(ids)])
    .where('expires_at', '>', timestampIn(database, 0))
    .where('users.status', '=', 1)
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}

export function sessionsOf(database: Database, userId: number) {
  return database
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'network', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', timestampIn(database, 0))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function endSession(database: Database, userId: number, id: number): Promise<boolean> {
  const ended = database.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId);
  return hasRow(ended.returning('id'));
}

export async function endSessionOfToken(database: Database, token: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', hashOfToken(token)).execute();
}

export async function endSessions(
  database: Database,
  userId: number,
  exceptId: number | null = null,
): Promise<number[]> {
  const ended = await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .returning('id')
    .execute();
  return ended.map((row) => row.id);
}

export async function sweepSessions(database: Database, settings: Pick<Settings, 'sessionIdle'>): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', timestampIn(database, 0)),
        eb('last_used_at', '<=', idleSince(database, settings)),
      ]),
    )
    .execute();
}

function idleSince(database: Database, { sessionIdle: { remembered, other } }: Pick<Settings, 'sessionIdle'>) {
  return sql<string>`case sessions.remember when 1 then ${timestampIn(database, -remembered)} else ${timestampIn(database, -other)} end`;
}

async function endOldest(transaction: Database, userId: number): Promise<number[]> {
  const newest = transaction
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', timestampIn(transaction, 0))
    .orderBy('id', 'desc')
    .limit(mostOfUser);
  const ended = await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest)
    .returning('id')
    .execute();
  return ended.map((row) => row.id);
}

async function noteUse(database: Database, table: 'sessions' | 'program_tokens', id: number): Promise<void> {
  await database
    .updateTable(table)
    .set({ last_used_at: timestampIn(database, 0) })
    .where('id', '=', id)
    .execute();
}

export function isMissingSecondFactor(
  { secondFactor }: Pick<Settings, 'secondFactor'>,
  { user, hasSecondFactor }: Pick<Session, 'user' | 'hasSecondFactor'>,
): boolean {
  return (secondFactor === 'all' || (secondFactor === 'owners' && user.role === 'owner')) && !hasSecondFactor;
}

/** 32 random bytes as 43 characters; only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for 256 random bits, which can't be guessed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isProgramToken(token: string): boolean {
  return token.length > 43 && token.startsWith(programPrefix);
}

/** The token of `Authorization: Bearer <token>`; null without a header, with more than one, or for another scheme. */
export function bearerOf({ headers, raw }: FastifyRequest): string | null {
  const matches = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (matches.length !== 1) return null;
  return /^Bearer ((?:prg_)?[A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? null;
}
