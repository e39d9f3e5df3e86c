import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf } from './audit.server.ts';
import { chosen, someChosen } from './fields/choices.server.ts';
import type { Foundations } from './foundations.server.ts';
import { bodyLimits, errors, messageOnWire } from './lists/answers.server.ts';
import type { OrderedTable } from './lists/listed-table.server.ts';
import { arrange, type Move } from './lists/order.server.ts';

const record = chosen('record');

const bodyOnWire = z
  .object({ ids: someChosen('record', 1_000).optional(), id: record.optional(), before: record.nullish() })
  .refine(({ ids, id }) => (ids === undefined) !== (id === undefined), {
    path: ['ids'],
    error: 'Send either ids, or id and before.',
  })
  .transform(({ ids, id, before }): Move => (id === undefined ? { ids: ids ?? [] } : { id, before: before ?? null }));

const answerOnWire = z.object({ data: z.object({}), ...messageOnWire.shape });

/** Mounts the call that arranges a list: `{ ids }` in their new order, or `{ id, before }`, where null is the end. */
export function orderApi(
  foundations: Foundations,
  scope: FastifyInstance,
  { table, path, shows }: { table: OrderedTable; path: string; shows: readonly string[] },
): void {
  scope.put(
    `${path}/order`,
    {
      bodyLimit: bodyLimits.text,
      schema: { tags: [path], body: bodyOnWire, response: { 200: answerOnWire, ...errors(401, 422) } },
    },
    async (request) => {
      const move = request.body as Move;
      await foundations.changes.write(shows, (transaction) => arrange(transaction, actorOf(request), table, move));
      return { data: {}, message: 'Order saved successfully' };
    },
  );
}
