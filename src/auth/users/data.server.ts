import { type ExpressionBuilder, type InferResult, sql } from 'kysely';
import { toPictureFields } from '#api/picture.ts';
import type { Role } from '#api/rights.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import type { AuditAction } from '#cms/audit/strings.ts';
import { type ListQuery, nextTimestamp } from '#cms/collections/listed-table.server.ts';
import type { Language } from '#i18n/text.ts';
import { isUniqueViolation, timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns, pictureOf } from '#platform/database/picture-columns.server.ts';
import { countRows, deleteInBatches, hasRow, inBatches } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import { endSession, endSessions } from '#platform/session/sessions.server.ts';
import { lockUser, type Sender, selectOwners } from '../data.server.ts';
import { notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { endResetLinks } from '../password-reset.server.ts';
import type { UserRow } from '../schema.ts';

export interface UserInput {
  name: string;
  email: string;
  role: Role;
  status: number;
}

const noUserMessage = 'There is no such user. The account may have been removed.';

/** One page of all users by name, deactivated ones last. */
export async function pageOfUsers(
  database: Database,
  { page, perPage, search, status }: ListQuery,
): Promise<PageOf<UserRow>> {
  const words = search.toLowerCase().split(' ').filter(Boolean);
  const matching = users(database)
    .$if(status !== null, (rows) => rows.where('users.status', '=', status ?? 1))
    .where(({ and, eb }) =>
      and(words.map((word) => eb(sql`lower(users.name || ' ' || email)`, 'like', `%${word.replace(/[\\%_]/g, '')}%`))),
    );
  const [total, rows] = await Promise.all([
    countRows(matching),
    matching
      .orderBy('users.status', 'desc')
      .orderBy('users.name')
      .orderBy('users.id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
  ]);
  return { items: rows.map(toWire), page, perPage, total };
}

/** @throws {HttpError} 404 */
export async function findAnyUser(database: Database, id: number): Promise<UserRow> {
  const row = await users(database).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(noUserMessage);
  return toWire(row);
}

/**
 * Adds a user without a password, who needs a link to set one.
 * @throws {HttpError} 422 if the address has an account
 */
export async function inviteUser(
  transaction: Database,
  actor: Actor | 'command',
  input: UserInput & { language?: Language | undefined },
): Promise<number> {
  if (input.role === 'owner') await notifyOwners(transaction, actor, 'owner changed', input.email);
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('users')
    .values({ ...input, password_hash: '', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken);
  await recordChange(transaction, actor, {
    action: 'invite',
    kind: 'accounts',
    recordId: id,
    after: input,
  });
  return id;
}

/** Undefined stays unchanged. */
type UserChange = { [Field in keyof UserInput]?: UserInput[Field] | undefined };

/**
 * Changes an account. Deactivating it ends all its sessions. Returns those, or null if somebody else changed the account
 * meanwhile.
 * @throws {HttpError} 404; 409 for the last owner and for one's own role; 422 if the address is taken
 */
export async function changeUser(
  transaction: Database,
  actor: Actor,
  id: number,
  { change, seen, sender }: { change: UserChange; seen: string | null; sender: Sender },
): Promise<number[] | null> {
  await lockOwners(transaction, actor, id);
  const before = await findAnyUser(transaction, id);
  if (seen !== null && seen !== before.updated_at) return null;
  const old = inputOf(before);
  const now = changed(old, change);
  if (isOwner(old) !== isOwner(now) || (isOwner(now) && old.email !== now.email))
    await notifyOwners(transaction, actor, 'owner changed', old.email);
  await transaction
    .updateTable('users')
    .set({ ...now, updated_at: nextTimestamp(before.updated_at) })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken);
  await assertOwnerLeft(transaction);
  if (id === actor.user.id && (now.role !== old.role || now.status !== old.status))
    throw new HttpError(409, 'Your own role and status are changed by another owner.');
  await recordChange(transaction, actor, {
    action: actionOf(old, now),
    kind: 'accounts',
    recordId: id,
    before: old,
    after: now,
  });
  const isMoved = now.email !== old.email;
  // A link in the old mailbox must not work any more.
  if (isMoved || now.status !== 1) await endResetLinks(transaction, id);
  if (isMoved && !before.invited) await notifyOwner(transaction, before, 'email changed', sender);
  return now.status === 1 ? [] : endSessions(transaction, id);
}

function isOwner({ role, status }: UserInput): boolean {
  return role === 'owner' && status === 1;
}

/** Whether a change affects how somebody signs in, or the role. */
export function changesAccess(before: UserRow, change: UserChange): boolean {
  const [old, now] = [inputOf(before), changed(inputOf(before), change)];
  return old.email !== now.email || old.role !== now.role || old.status !== now.status;
}

function actionOf(old: UserInput, now: UserInput): AuditAction {
  if (now.status === old.status) return 'update';
  return now.status === 1 ? 'reactivate' : 'deactivate';
}

function inputOf({ name, email, role, status }: UserRow): UserInput {
  return { name, email, role, status };
}

function changed(old: UserInput, { name, email, role, status }: UserChange): UserInput {
  return { name: name ?? old.name, email: email ?? old.email, role: role ?? old.role, status: status ?? old.status };
}

/**
 * Deletes an account; its audit events stay.
 * @throws {HttpError} 404; 409 for the last owner and oneself
 */
export async function removeUser(database: Database, actor: Actor, id: number): Promise<void> {
  const lock = async (transaction: Database) => {
    await lockOwners(transaction, actor, id);
    return inputOf(await findAnyUser(transaction, id));
  };
  // Nobody removes oneself, so an owner is left in any other case.
  if (id !== actor.user.id) {
    await database.transaction().execute(lock);
    await detachLeads(database, id);
  }
  await database.transaction().execute(async (transaction) => {
    const before = await lock(transaction);
    if (isOwner(before)) await notifyOwners(transaction, actor, 'owner changed', before.email);
    await endResetLinks(transaction, id);
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    await assertOwnerLeft(transaction);
    if (id === actor.user.id) throw new HttpError(409, 'Your own account is removed by another owner.');
    await recordChange(transaction, actor, {
      action: 'delete',
      kind: 'accounts',
      recordId: id,
      before,
    });
  });
}

/** The foreign keys would do the same, for all rows at once. */
async function detachLeads(database: Database, id: number): Promise<void> {
  for (const [table, column] of [
    ['demo_requests', 'owner_id'],
    ['demo_request_events', 'user_id'],
  ])
    await inBatches(async (most) => {
      const some = `select id from ${table} where ${column} = ${id} limit ${most}`;
      const update = sql.raw(`update ${table} set ${column} = null where id in (${some})`);
      return Number((await update.execute(database)).numAffectedRows);
    });
  const reads = database.selectFrom('notification_reads').where('user_id', '=', id);
  await deleteInBatches(database, 'notification_reads', reads);
}

export async function endSessionOfUser(
  database: Database,
  actor: Actor,
  { id, session }: { id: number; session: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, id);
    if (!(await endSession(transaction, id, session))) return false;
    await recordChange(transaction, actor, {
      action: 'end-session',
      kind: 'accounts',
      recordId: id,
      after: { session },
    });
    return true;
  });
}

/**
 * Locks this user and every owner until the transaction ends, so that two owners can't demote each other at once.
 * @throws {HttpError} 403
 */
async function lockOwners(transaction: Database, actor: Actor, id: number): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const self = selectOwners(transaction).select('id').where('id', '=', actor.user.id);
  if (!(await hasRow(self))) throw new HttpError(403, 'You are no owner any more. Nothing was changed.');
}

/** @throws {HttpError} 409 if no active owner would be left, which rolls back the transaction */
async function assertOwnerLeft(transaction: Database): Promise<void> {
  if (await hasRow(selectOwners(transaction).select('id').limit(1))) return;
  throw new HttpError(409, 'This is the last active owner. Make somebody else an owner first.');
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error))
    throw invalid({ email: ['Somebody with this address has an account here. Look for it in the list.'] });
  throw error;
}

function users(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('pictures', 'pictures.key', 'users.image_key')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.status', 'users.password_hash'])
    .select([
      'users.signed_in_at',
      'users.second_factor_since',
      'users.created_at',
      'users.updated_at',
      ...pictureColumns,
    ])
    .select((eb) => [
      liveSessions(database, eb)
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .as('sessions'),
      liveSessions(database, eb)
        .select(({ fn }) => fn.max('last_used_at').as('last_used_at'))
        .as('last_used_at'),
      eb
        .selectFrom('password_resets')
        .select(({ fn }) => fn.max('expires_at').as('invited_until'))
        .whereRef('user_id', '=', 'users.id')
        .where('purpose', '=', 'invitation')
        .where('ended_at', 'is', null)
        .where('expires_at', '>', timestampIn(database, 0))
        .as('invited_until'),
    ]);
}

function liveSessions(database: Database, eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('sessions')
    .whereRef('user_id', '=', 'users.id')
    .where('expires_at', '>', timestampIn(database, 0));
}

function toWire(row: InferResult<ReturnType<typeof users>>[number]): UserRow {
  const { id, name, email, role, status, invited_until, second_factor_since, created_at, updated_at } = row;
  const seen = [row.signed_in_at, row.last_used_at].filter((moment) => moment !== null);
  return {
    id,
    name,
    email,
    role,
    status,
    invited_until,
    second_factor_since,
    created_at,
    updated_at,
    image: toPictureFields(pictureOf(row)).image,
    invited: row.password_hash === '',
    last_seen_at: seen.sort().at(-1) ?? null,
    sessions: Number(row.sessions),
  };
}
