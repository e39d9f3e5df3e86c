import { sql } from 'kysely';
import { z } from 'zod';
import { chosen, someChosen } from '#api/shapes.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { type Actor, actorOf, recordChange } from '../audit/audit.server.ts';
import type { AppContext } from '../context.server.ts';
import { bodyLimits, messageSchema } from './answers.server.ts';
import { anyList, type ListTable, listed, lockList, type RecordTable, selectListed } from './listed-table.server.ts';

/** Either these records in order, in the positions that they have now; or one moved before another. */
type Move = { ids: number[] } | { id: number; before: number | null };

/** @throws {HttpError} 422 for missing records */
async function arrange(transaction: Database, actor: Actor, table: ListTable, move: Move): Promise<void> {
  await lockList(transaction, table);
  await assignSortOrder(transaction, table);
  const before = await moveBack(transaction, table, move);
  if ('ids' in move) await swapPlaces(transaction, table, move.ids);
  else await moveBefore(transaction, table, move.id, move.before);
  const id = 'ids' in move ? (move.ids[0] ?? 0) : move.id;
  await recordChange(transaction, actor, { action: 'order', kind: table, recordId: id, before, after: move });
}

/** Records that were never arranged share a position: number them in their current order. */
async function assignSortOrder(transaction: Database, table: ListTable): Promise<void> {
  const { rows, places } = await selectListed(transaction, table)
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.count<number>('sort_order').distinct().as('places')])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (rows === places) return;
  const name = sql.table(table);
  await sql`
    update ${name} set sort_order = placed.place
    from (
      select id as placed_id, row_number() over (order by sort_order, id desc) - 1 as place
      from ${name} where deleted_at is null
    ) as placed
    where placed.placed_id = ${name}.id and ${name}.sort_order <> placed.place`.execute(transaction);
}

/** The move that undoes this one. */
async function moveBack(transaction: Database, table: ListTable, move: Move): Promise<Move> {
  if ('ids' in move) {
    const places = await placesOf(transaction, table, move.ids);
    return { ids: move.ids.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)) };
  }
  const { id } = move;
  const next = await selectListed(transaction, table)
    .select('id')
    .where('sort_order', '>', (await placesOf(transaction, table, [id])).get(id) ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .limit(1)
    .executeTakeFirst();
  return { id, before: next?.id ?? null };
}

async function swapPlaces(transaction: Database, table: ListTable, ids: number[]): Promise<void> {
  const positions = await placesOf(transaction, table, ids);
  if (positions.size < ids.length) throw unknown('ids');
  const places = [...positions.values()].sort((a, b) => a - b);
  for (const [index, id] of ids.entries()) await setPlace(transaction, table, id, places[index] ?? 0);
}

async function moveBefore(transaction: Database, table: ListTable, id: number, before: number | null): Promise<void> {
  if (id === before) return;
  const positions = await placesOf(transaction, table, before === null ? [id] : [id, before]);
  if (!positions.has(id)) throw unknown('id');
  const place = before === null ? await placeAfterAll(transaction, table) : positions.get(before);
  if (place === undefined) throw unknown('before');
  await anyList(transaction)
    .updateTable(listed(table))
    .set((eb) => ({ sort_order: eb('sort_order', '+', 1) }))
    .where('sort_order', '>=', place)
    .execute();
  await setPlace(transaction, table, id, place);
}

async function placesOf(transaction: Database, table: ListTable, ids: number[]): Promise<Map<number, number>> {
  const rows = await selectListed(transaction, table)
    .select(['id', 'sort_order'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.sort_order]));
}

export async function moveToEnd(transaction: Database, table: RecordTable, id: number): Promise<void> {
  await setPlace(transaction, table, id, await placeAfterAll(transaction, table));
}

async function placeAfterAll(transaction: Database, table: RecordTable): Promise<number> {
  const row = await selectListed(transaction, table)
    .select(({ fn }) => fn.max('sort_order').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

async function setPlace(transaction: Database, table: RecordTable, id: number, place: number): Promise<void> {
  await anyList(transaction).updateTable(listed(table)).set({ sort_order: place }).where('id', '=', id).execute();
}

function unknown(field: string) {
  return invalid({ [field]: ['One of these records is not there any more. Load the list again.'] });
}

const record = chosen('record');

const bodySchema = z
  .object({ ids: someChosen('record', 1_000).optional(), id: record.optional(), before: record.nullish() })
  .refine(({ ids, id }) => (ids === undefined) !== (id === undefined), {
    path: ['ids'],
    error: 'Send either ids, or id and before.',
  })
  .transform(({ ids, id, before }): Move => (id === undefined ? { ids: ids ?? [] } : { id, before: before ?? null }));

const answerSchema = z.object({ data: z.object({}), ...messageSchema.shape });

/** Registers the order endpoint: `{ ids }` in their new order, or `{ id, before }`, where null is the end. */
export function orderRoute(
  context: AppContext,
  scope: StaffScope,
  { table, path, shows }: { table: ListTable; path: string; shows: readonly string[] },
): void {
  scope.put(
    `${path}/order`,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Arrange {many}',
        body: bodySchema,
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const { body } = request;
      await context.changes.write(shows, (transaction) => arrange(transaction, actorOf(request), table, body));
      return { data: {}, message: 'Order saved successfully' };
    },
  );
}
