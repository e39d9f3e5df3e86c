import { type Expression, sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';

/**
 * All ids that a query answers, in its order, fetched as one value: a hundred thousand rows as objects would take longer
 * than finding them.
 */
export async function readIds(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  return isPostgres(database) ? readAsBytes(database, query) : readAsText(database, query);
}

async function readAsBytes(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  const all = sql<{ ids: Buffer | null }>`select string_agg(int4send(id), '') as ids from (${query}) as found`;
  const bytes = (await all.execute(database)).rows[0]?.ids ?? Buffer.alloc(0);
  const ids = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < ids.length; at++) ids[at] = bytes.readUInt32BE(at * 4);
  return ids;
}

async function readAsText(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  const all = sql<{ ids: string | null }>`select group_concat(id) as ids from (${query}) as found`;
  const ids = (await all.execute(database)).rows[0]?.ids ?? '';
  return Uint32Array.from(JSON.parse(`[${ids}]`) as number[]);
}
