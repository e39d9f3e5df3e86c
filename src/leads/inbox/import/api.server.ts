import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { invalid } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors } from '#server/lists/answers.server.ts';
import { importAnswerOnWire, leadLimits } from '../schema.ts';
import { checkRows } from './check-rows.server.ts';
import { addImported } from './data.server.ts';
import { fieldsOf, importFields } from './headers.server.ts';
import { readFile } from './read-file.server.ts';

const bodyOnWire = z.object({
  csv: z.string({ error: 'Choose a CSV file.' }),
  /** True: tell what would happen, and write nothing. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to write.' }),
  /** Which field a column holds, by its head; an empty text leaves the column out. */
  columns: z
    .record(
      z.string().max(1_000),
      z.union([z.enum(importFields), z.literal('')], { error: `Choose from ${importFields.join(', ')}.` }),
    )
    .optional(),
  /** Lines that are there already: left out unless said otherwise. */
  add_duplicates: z.boolean().optional(),
});
type Body = z.output<typeof bodyOnWire>;

/** Leads from a file: first a dry run that tells what would become of each line, then the same for good. */
export function importApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.post(
    leadCalls.import,
    {
      // Escaped in JSON a text may take twice its length.
      bodyLimit: 2 * leadLimits.importBytes,
      schema: {
        tags: [leadCalls.list],
        body: bodyOnWire,
        response: { 200: importAnswerOnWire, ...errors(401, 413, 422) },
      },
    },
    async (request) => {
      const { csv, dry_run, columns = {}, add_duplicates = false } = request.body as Body;
      const { heads, rows } = readFile(csv);
      const fields = fieldsOf(heads, columns);
      if (!fields.includes('number') && !fields.includes('email')) {
        throw invalid({ columns: ['No column holds a phone number or an e-mail address. Say which one does.'] });
      }
      const checked = await checkRows(database, rows, fields);
      const added = checked.filter(
        ({ result }) => result.result === 'new' || (add_duplicates && result.result === 'duplicate'),
      );
      if (!dry_run && added.length > 0) {
        const leads = added.map(({ lead }) => lead);
        await database.transaction().execute((transaction) => addImported(transaction, actorOf(request), leads));
      }
      const results = checked.map(({ result }) => result);
      const count = (kind: string) => results.filter(({ result }) => result === kind).length;
      return {
        data: {
          columns: heads.map((head, index) => ({ head, field: fields[index] ?? null })),
          rows: results,
          counts: { new: count('new'), duplicate: count('duplicate'), invalid: count('invalid'), added: added.length },
        },
        message: dry_run ? 'Nothing was written yet' : `${added.length} of ${rows.length} rows imported`,
      };
    },
  );
}
