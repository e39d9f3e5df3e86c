import { z } from 'zod';
import { chosen, someChosen } from '#api/fields/choices.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { actorOf } from '../audit/audit.server.ts';
import type { AppContext } from '../context.server.ts';
import { bodyLimits, messageSchema } from './answers.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { arrange, type Move } from './order.server.ts';

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
