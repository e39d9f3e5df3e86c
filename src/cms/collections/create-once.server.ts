import { createHash } from 'node:crypto';
import { t } from '#i18n/text.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { deleteInBatches } from '#platform/database/rows.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { StaffRequest } from '#platform/session/sessions.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    creations: CreationsTable;
  }
}

interface CreationsTable {
  user_id: number;
  key: string;
  body_hash: string;
  record_id: number;
  created_at: string;
}

/** A create request with an Idempotency-Key, which clients may retry. */
export interface Creation {
  userId: number;
  key: string;
  bodyHash: string;
}

/** Milliseconds for which a key is remembered. */
const keyLifetime = 86_400_000;

/**
 * Reads the header `Idempotency-Key`; null without it, and of a route that does not take it.
 * @throws {HttpError} 400 for a key that is too short or not plain ASCII
 */
export function creationOf(request: StaffRequest): Creation | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.routeOptions.config.idempotencyKey) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw new HttpError(400, 'An Idempotency-Key has 8 to 100 plain characters.');
  const bodyHash = createHash('sha256').update(request.url).update('\0').update(JSON.stringify(request.body));
  return { userId: request.staff.user.id, key, bodyHash: bodyHash.digest('base64url') };
}

/** Of this instance; on several, the second one waits for the row of the first in `creations`. */
const inFlight = new Set<string>();

/**
 * Creates a record, or returns the id that an earlier request with the same key created. `create` calls `noteCreation`
 * in its transaction.
 * @throws {HttpError} 422 if the key was used with another body, 409 while the earlier request runs
 */
export async function createOnce<Created>(
  database: Database,
  creation: Creation | null,
  create: () => Promise<Created>,
): Promise<Created | { madeBefore: number }> {
  if (!creation) return create();
  const name = `${creation.userId} ${creation.key}`;
  if (inFlight.has(name)) throw new HttpError(409, stillRunning, { retryAfter: 1 });
  inFlight.add(name);
  try {
    const before = await findCreated(database, creation);
    return before === null ? await create() : { madeBefore: before };
  } catch (error) {
    const meanwhile = isUniqueViolation(error) ? await findCreated(database, creation) : null;
    if (meanwhile === null) throw error;
    return { madeBefore: meanwhile };
  } finally {
    inFlight.delete(name);
  }
}

const stillRunning = t('The same request is still being worked on. Try again in a second.');

export async function noteCreation(transaction: Database, creation: Creation, recordId: number): Promise<void> {
  await transaction
    .insertInto('creations')
    .values({
      user_id: creation.userId,
      key: creation.key,
      body_hash: creation.bodyHash,
      record_id: recordId,
      created_at: new Date().toISOString(),
    })
    .execute();
}

async function findCreated(database: Database, { userId, key, bodyHash }: Creation): Promise<number | null> {
  const row = await database
    .selectFrom('creations')
    .select(['body_hash', 'record_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.body_hash !== bodyHash) throw new HttpError(422, 'This Idempotency-Key was used for another request.');
  return row.record_id;
}

export async function sweepCreations(database: Database): Promise<void> {
  const oldest = new Date(Date.now() - keyLifetime).toISOString();
  await deleteInBatches(database, 'creations', database.selectFrom('creations').where('created_at', '<', oldest));
}
