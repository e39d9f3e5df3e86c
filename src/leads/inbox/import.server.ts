import { z } from 'zod';
import { todayInDhaka } from '#api/shapes.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import { writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { findLeadOwners } from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import { type ImportResult, type ImportRow, importResultSchema } from '../lead/schema.ts';
import { foldInstitute } from '../lead/texts.server.ts';
import {
  type FileRow,
  type ImportedLead,
  type ImportField,
  ImportReader,
  importFields,
  matchColumns,
  readRow,
} from './import-file.server.ts';
import { addImported, type ExistingLeads, findExistingLeads, undoImport } from './imported.server.ts';

const importSchema = z
  .object({
    csv: z.string({ error: 'Choose a CSV file.' }).optional(),
    /** An Excel workbook in base64; its first sheet is read. */
    xlsx: z.base64({ error: 'Send the workbook in base 64.' }).optional(),
    dry_run: z.boolean({ error: 'Say with dry_run whether to write.' }),
    /** Field of each column, by its head; an empty text ignores the column. */
    columns: z
      .record(
        z.string().max(1_000),
        z.union([z.enum(importFields), z.literal('')], { error: () => t`Choose from ${importFields.join(', ')}.` }),
      )
      .optional(),
    add_duplicates: z.boolean().optional(),
  })
  .refine(({ csv, xlsx }) => (csv === undefined) !== (xlsx === undefined), {
    path: ['csv'],
    error: 'Choose a CSV file or an Excel workbook.',
  });

/** `kept`: leads that were changed since the import. */
const removedSchema = z.object({ removed: z.int(), kept: z.int() });

export function importApi({ database }: AppContext, scope: StaffScope): void {
  const reader = new ImportReader();
  scope.addHook('onClose', async () => reader.close());
  scope.post(
    leadCalls.import,
    {
      // JSON escapes may double the length of a text.
      bodyLimit: 2 * leadLimits.importBytes,
      schema: {
        summary: 'Import leads',
        body: importSchema,
        response: { 200: writtenSchema(importResultSchema) },
      },
    },
    async (request) => {
      const { csv, xlsx, dry_run, columns = {}, add_duplicates = false } = request.body;
      const { heads, rows, blank } = await reader.read(
        xlsx === undefined ? { format: 'csv', text: csv ?? '' } : { format: 'xlsx', text: xlsx },
      );
      const fields = matchColumns(heads, new Map(Object.entries(columns)));
      if (!fields.includes('number') && !fields.includes('email')) {
        throw invalid({ columns: ['No column holds a phone number or an e-mail address. Say which one does.'] });
      }
      const checked = await checkRows(database, rows, fields);
      const added = checked.filter(
        ({ result }) => result.result === 'new' || (add_duplicates && result.result === 'duplicate'),
      );
      const leads = added.map(({ lead }) => lead);
      const import_id = dry_run || leads.length === 0 ? null : await addImported(database, actorOf(request), leads);
      const results = checked.map(({ result }) => result);
      const count = (kind: string) => results.filter(({ result }) => result === kind).length;
      const counts = {
        rows: rows.length + blank,
        new: count('new'),
        duplicate: count('duplicate'),
        invalid: count('invalid'),
        blank,
        added: added.length,
      };
      return {
        data: {
          import_id,
          columns: heads.map((head, index) => ({ head, field: fields[index] ?? null })),
          rows: results,
          counts,
        },
        message: dry_run ? 'Nothing was written yet' : messageOf(counts),
      };
    },
  );

  scope.delete(
    leadCalls.imported,
    {
      schema: {
        summary: 'Take an import back',
        response: { 200: writtenSchema(removedSchema) },
      },
    },
    async (request) => {
      const id = idOf(request);
      const data = await undoImport(database, actorOf(request), id);
      const { removed, kept } = data;
      const moved = t`${removed} imported leads moved to the trash.`;
      const rest = t`${kept} stay: somebody worked on them since.`;
      const none = t('No lead of this import is left to take back.');
      return { data, message: removed + kept === 0 ? none : kept > 0 ? `${moved} ${rest}` : moved };
    },
  );
}

function messageOf({ rows, duplicate, invalid, blank, added }: ImportResult['counts']): string {
  if (added === rows) return t`${added} of ${rows} rows imported`;
  return t`${added} of ${rows} rows imported. The file has ${duplicate} that are there already, ${invalid} that can’t be taken, ${blank} blank.`;
}

async function checkRows(database: Database, rows: FileRow[], fields: (ImportField | null)[]) {
  const owners = await findLeadOwners(database);
  const today = todayInDhaka();
  const read: ReadRow[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const byField = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : [])));
    read.push({ line, ...readRow(byField, owners, today) });
    if (index % 50 === 49) await yieldToEventLoop();
  }
  const leads = read.map(({ lead }) => lead);
  const existing = await findExistingLeads(database, leads);
  const earlier: Earlier = { numbers: new Map(), emails: new Map() };
  return read.map((row) => ({ lead: row.lead, result: resultOf(row, existing, earlier) }));
}

type ReadRow = ReturnType<typeof readRow> & { line: number };

type Earlier = Pick<ExistingLeads, 'numbers' | 'emails'>;

function resultOf({ line, lead, errors }: ReadRow, existing: ExistingLeads, earlier: Earlier): ImportRow {
  const { name, institute_name, number, email, stage } = lead;
  const row = { line, name, institute_name, number, email, status: stage, errors };
  if (Object.keys(errors).length > 0) return { ...row, result: 'invalid', note: null, lead_id: null };
  const duplicate = duplicateOf(lead, existing, earlier);
  if (duplicate) return { ...row, result: 'duplicate', ...duplicate };
  if (number) earlier.numbers.set(number, line);
  if (email) earlier.emails.set(email.toLowerCase(), line);
  const id = existing.institutes.get(foldInstitute(institute_name));
  return {
    ...row,
    result: 'new',
    note: id ? t`Lead ${String(id)} is of the same institute.` : null,
    lead_id: id ?? null,
  };
}

function duplicateOf({ number, email }: ImportedLead, known: ExistingLeads, earlier: Earlier) {
  const byNumber = known.numbers.get(number);
  if (byNumber) return { note: t`Lead ${String(byNumber)} has the same number.`, lead_id: byNumber };
  const byEmail = known.emails.get(email.toLowerCase());
  if (byEmail) return { note: t`Lead ${String(byEmail)} has the same e-mail address.`, lead_id: byEmail };
  const line = earlier.numbers.get(number) ?? earlier.emails.get(email.toLowerCase());
  return line === undefined ? null : { note: t`The same as line ${line}.`, lead_id: null };
}
