import { z } from 'zod';
import * as mini from 'zod/mini';
import { someChosen, versionField } from '#wire/fields/choices.ts';
import { idOnWire } from '#wire/records.ts';
import { actorOf } from '../audit.server.ts';
import type { Foundations } from '../foundations.server.ts';
import type { Http } from '../http/create.server.ts';
import { bodyLimits, errors, messageOnWire } from './answers.server.ts';
import type { FormInput, ListKind, RecordOnWire } from './list-kind.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { type BulkAction, bulkActions, ListWrites } from './writes.server.ts';

const most = 100;

const bodyOnWire = z.object({
  ids: someChosen('record', most),
  action: z.enum(bulkActions, { error: `Choose one of ${bulkActions.join(', ')}.` }),
  updated_at: versionField,
});

const resultOnWire = mini.object({
  id: idOnWire,
  ok: mini.boolean(),
  changed: mini.boolean(),
  message: mini.string(),
});
const answerOnWire = mini.object({ data: mini.object({ results: mini.array(resultOnWire) }), ...messageOnWire.shape });

/** Each record has its own result; 409 if all failed. `updated_at` is for a single record. */
export function bulkRoute<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire>(
  foundations: Foundations,
  scope: Http,
  kind: ListKind<Table, Input, Wire>,
): void {
  const writes = new ListWrites(foundations, kind);
  scope.post(
    `${kind.path}/bulk`,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Change several {many}',
        tags: [kind.path],
        body: bodyOnWire,
        response: { 200: answerOnWire, ...errors(401, 422), 409: answerOnWire },
      },
    },
    async (request, reply) => {
      const { ids, action, updated_at } = request.body;
      const results = await writes.changeSeveral(actorOf(request), action, ids, updated_at);
      const refused = results.filter(({ ok }) => !ok);
      const said = `${count(results.length - refused.length)} ${past[action]}`;
      const first = refused[0]?.message;
      if (!first) return { data: { results }, message: said };
      const isNone = refused.length === results.length;
      const message = isNone ? first : `${said}, ${refused.length} not: ${first}`;
      return reply.code(isNone ? 409 : 200).send({ data: { results }, message });
    },
  );
}

const past: Record<BulkAction, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
};

function count(number: number): string {
  return number === 1 ? '1 record' : `${number} records`;
}
