import { type Expression, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';

/**
 * All ids that a query answers, in its order, fetched as one text: a hundred thousand rows as objects would take longer
 * than finding them.
 */
export async function readIds(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  const all = sql<{ ids: string | null }>`select string_agg(cast(id as text), ',') as ids from (${query}) as found`;
  const ids = (await all.execute(database)).rows[0]?.ids;
  return Uint32Array.from(ids ? (JSON.parse(`[${ids}]`) as number[]) : []);
}
