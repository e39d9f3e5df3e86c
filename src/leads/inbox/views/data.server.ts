import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { type LeadView, leadLimits } from '../schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    lead_views: LeadViewsTable;
  }
}

/** What somebody looks at often: a filter with a name. */
interface LeadViewsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** The filter as the address has it. */
  query: string;
  created_at: string;
}

export function viewsOf(database: Database, userId: number): Promise<LeadView[]> {
  return database
    .selectFrom('lead_views')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Keeps a view; one of the same name gets the new filter. @throws {Refusal} 422 for more than a menu can hold */
export async function keepView(
  transaction: Database,
  userId: number,
  { name, query }: Omit<LeadView, 'id'>,
): Promise<LeadView> {
  const kept = await viewsOf(transaction, userId);
  if (kept.length >= leadLimits.views && !kept.some((view) => view.name === name)) {
    throw invalid({ name: [`You have ${leadLimits.views} views already. Remove one first.`] });
  }
  return transaction
    .insertInto('lead_views')
    .values({ user_id: userId, name, query, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ query }))
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow();
}

/** False where this person has no such view. */
export async function removeView(transaction: Database, userId: number, id: number): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('lead_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return removed.length > 0;
}
