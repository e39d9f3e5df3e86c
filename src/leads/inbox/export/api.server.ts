import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { invalid } from '#server/errors.server.ts';
import { todayInDhaka } from '#server/fields/dates.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors } from '#server/lists/answers.server.ts';
import { filterParameters, readLeadFilter } from '../list/filter.server.ts';
import { leadLimits } from '../schema.ts';
import { cellsOf, type ExportColumn, type ExportedLead, exportColumnNames, headsOf } from './columns.server.ts';
import { beginExport, exportedLeads } from './data.server.ts';
import { type WorkbookHead, workbookOf } from './workbook.server.ts';

const known = new Set<string>([...filterParameters, 'format', 'columns']);

const asked = z.object({
  format: z.enum(['csv', 'xlsx'], { error: 'Choose csv or xlsx.' }).optional(),
  columns: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(exportColumnNames, { error: `Choose from ${exportColumnNames.join(', ')}.` })))
    .optional(),
});

/** The leads of a filter as a file: CSV of any length, or a workbook. */
export function exportApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.get<{ Querystring: Record<string, unknown> }>(
    leadCalls.export,
    { schema: { tags: [leadCalls.list], response: errors(401, 422) } },
    async (request, reply) => {
      const { query } = request;
      const { format, columns } = readAsked(query);
      const { filter } = readLeadFilter(query);
      const isCsv = format === 'csv';
      reply
        .type(isCsv ? 'text/csv; charset=utf-8' : workbook)
        .header('content-disposition', `attachment; filename="leads-${todayInDhaka()}.${format}"`);
      // Asking what would come takes nothing out.
      if (request.method === 'HEAD') return reply.send();
      const actor = actorOf(request);
      const { count, before } = await beginExport(database, actor, filter, format);
      if (!isCsv && count > leadLimits.xlsxRows) {
        throw invalid({ format: [`A workbook takes up to ${leadLimits.xlsxRows} leads. Export CSV, or filter.`] });
      }
      const leads = exportedLeads(database, actor, filter, before);
      if (isCsv) return reply.send(Readable.from(csvOf(leads, columns)));
      return reply.send(await workbookOf(headsOfWorkbook(columns), rowsOf(leads, columns)));
    },
  );
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws {Refusal} 422, also for parameters that mean nothing here: who sends them expects something else */
function readAsked(query: Record<string, unknown>): { format: 'csv' | 'xlsx'; columns: ExportColumn[] } {
  const strange = Object.keys(query).find((name) => !known.has(name));
  if (strange !== undefined) throw invalid({ [strange.slice(0, 40)]: ['An export takes no such parameter.'] });
  const parsed = asked.safeParse(query);
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return { format: parsed.data.format ?? 'csv', columns: parsed.data.columns ?? exportColumnNames };
}

/** With a mark at its begin that tells spreadsheet programs it is UTF-8; cells that start like a formula are defused. */
async function* csvOf(pieces: AsyncIterable<ExportedLead[]>, columns: ExportColumn[]): AsyncGenerator<string> {
  const lines = (rows: string[][]) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
  yield `\uFEFF${lines([headsOf(columns)])}`;
  for await (const leads of pieces) yield lines(leads.map((lead) => cellsOf(lead, columns)));
}

async function* rowsOf(pieces: AsyncIterable<ExportedLead[]>, columns: ExportColumn[]): AsyncGenerator<string[][]> {
  for await (const leads of pieces) yield leads.map((lead) => cellsOf(lead, columns));
}

function headsOfWorkbook(columns: ExportColumn[]): WorkbookHead[] {
  const heads = headsOf(columns);
  return columns.map((column, index) => ({ head: heads[index] ?? '', width: column === 'id' ? 8 : 22 }));
}
