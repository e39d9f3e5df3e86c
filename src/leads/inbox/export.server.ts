import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { z } from 'zod';
import { anyOf, todayInDhaka } from '#api/shapes.ts';
import { xmlText } from '#api/text.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { answerStream, beginExport, csvOf, setAttachment, streamLimits } from '#platform/files/exports.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { auditLead, leadsOf } from '../lead/data.server.ts';
import type { Lead } from '../lead/schema.ts';
import { leadLimits, phoneInWords, stageNames } from '../lead/strings.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { countLeads, filterQuery, idsBelow, type LeadFilter, readLeadFilter } from './list.server.ts';

/** Exportable columns by query name; the heads are those that an import knows. */
const heads = t({
  id: 'ID',
  received: 'Received',
  name: 'Name',
  institute_name: 'Institute',
  number: 'Number',
  email: 'Email',
  status: 'Stage',
  status_since: 'Stage since',
  lost_reason: 'Lost reason',
  owner: 'Owner',
  next_step: 'Next step',
  next_step_on: 'Next step on',
  notes: 'Notes',
  page: 'Page',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  district: 'District',
  institute_kind: 'Kind of institution',
  students: 'Students',
  package_note: 'Package',
  value: 'Value',
} as const);

type ExportColumn = keyof typeof heads;

/** What a workbook holds as more than a text: it can be summed up, and sorted by day. */
const types: Partial<Record<ExportColumn, CellType>> = {
  id: 'number',
  received: 'time',
  status_since: 'time',
  next_step_on: 'day',
  students: 'number',
  value: 'number',
};

const exportColumnNames = Object.keys(heads) as [ExportColumn, ...ExportColumn[]];

const once = z.string({ error: 'Give this parameter once.' });

/** Refuses parameters that mean nothing here: who sends them expects something else. */
const exportQuery = z
  .object({
    ...Object.fromEntries(
      Object.entries(filterQuery).map(([name, parameter]) => [
        name,
        once.optional().meta({ ...z.globalRegistry.get(parameter) }),
      ]),
    ),
    format: once
      .pipe(z.enum(['csv', 'xlsx'], { error: 'Choose csv or xlsx.' }))
      .optional()
      .meta({ description: 'CSV if not given', enum: ['csv', 'xlsx'] }),
    columns: once
      .transform((text) => text.split(','))
      .pipe(z.array(anyOf(exportColumnNames)))
      .optional()
      .describe(`Which columns, with commas between: ${exportColumnNames.join(', ')}`),
  })
  .catchall(z.unknown().refine(() => false, { error: 'An export takes no such parameter.' }));

/** The leads of a filter as a file: CSV of any length, or a workbook. */
export function exportApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.export,
    {
      ...streamLimits,
      config: { need: 'write', confirm: true },
      schema: {
        summary: 'Export leads',
        querystring: exportQuery,
        describedAnswer: 'text/csv',
      },
    },
    async (request, reply) => {
      const { format = 'csv', columns = exportColumnNames, ...query } = request.query;
      const { filter } = readLeadFilter(query);
      const isCsv = format === 'csv';
      setAttachment(reply, `leads-${todayInDhaka()}.${format}`, isCsv ? undefined : workbook);
      // A dry run is not audited.
      if (request.method === 'HEAD') return reply.send();
      const actor = actorOf(request);
      await beginExport(reply);
      const { count, before } = await auditExport(database, actor, filter, format);
      if (!isCsv && count > leadLimits.xlsxRows) {
        throw invalid({ format: [t`A workbook takes up to ${leadLimits.xlsxRows} leads. Export CSV, or filter.`] });
      }
      const rows = exportedRows(database, actor, filter, { before, columns });
      const file = isCsv
        ? csvOf(
            columns.map((column) => t(heads[column])),
            rows,
          )
        : writeWorkbook(headsOfWorkbook(columns), rows);
      return reply.send(answerStream(reply, file));
    },
  );
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function headsOfWorkbook(columns: ExportColumn[]): WorkbookHead[] {
  return columns.map((column) => ({
    head: t(heads[column]),
    width: column === 'id' ? 8 : 22,
    type: types[column],
  }));
}

function cellsOf(lead: Lead, notes: string[] | undefined, columns: ExportColumn[]): string[] {
  const values: Record<ExportColumn, string | number | null | undefined> = {
    ...lead,
    received: inDhaka(lead.created_at),
    number: phoneInWords(lead.number),
    status: t(stageNames[lead.status]),
    status_since: inDhaka(lead.status_since),
    owner: lead.owner?.name,
    notes: notes?.join('\n'),
  };
  return columns.map((column) => String(values[column] ?? ''));
}

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' });

/** '2026-12-05 16:20' */
function inDhaka(moment: string): string {
  return time.format(new Date(moment));
}

/** Leads that are read, and written down as exported, in one go. */
const batchSize = 100;

/** Larger than any id: leads that come while an export runs are not in it. */
async function nextLeadId(database: Database): Promise<number> {
  const row = await database
    .selectFrom('demo_requests')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/**
 * Writes down who takes which leads out, and how many there are, before the first one leaves. What was searched for may
 * be a person's name or number, so the audit tells only that there was a search.
 */
async function auditExport(database: Database, actor: Actor, filter: LeadFilter, format: string) {
  const before = await nextLeadId(database);
  const count = await countLeads(database, filter);
  const { search, ...rest } = filter;
  const after = { format, count, filter: { ...rest, searched: search !== '' } };
  await database.transaction().execute((transaction) => auditLead(transaction, actor, 'export', 0, { after }));
  return { count, before };
}

/** The leads of a filter piece by piece, newest first; each gets a line in its history as it goes. */
async function* exportedRows(
  database: Database,
  actor: Actor,
  filter: LeadFilter,
  { before, columns }: { before: number; columns: ExportColumn[] },
): AsyncGenerator<string[][]> {
  for (;;) {
    const ids = await idsBelow(database, filter, before, batchSize);
    if (ids.length === 0) return;
    const leads = await leadsOf(database, ids);
    const notes = await notesOf(database, ids);
    const exported = ids.map((id) => eventRow(id, 'exported', null, { actor }));
    await addEvents(database, exported);
    yield leads.map((lead) => cellsOf(lead, notes.get(lead.id), columns));
    before = ids.at(-1) ?? 0;
  }
}

async function notesOf(database: Database, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('demo_request_events')
    .select(['request_id', 'details'])
    .where('request_id', 'in', ids)
    .where('event', '=', 'noted')
    .orderBy('id')
    .execute();
  const notes = new Map<number, string[]>();
  for (const { request_id, details } of rows) {
    const { note }: { note?: string } = JSON.parse(details ?? '{}');
    if (note) notes.set(request_id, [...(notes.get(request_id) ?? []), note]);
  }
  return notes;
}

/** Days are written as 2026-12-05, moments as 2026-12-05 16:20; what is not written so stays a text. */
type CellType = 'number' | 'day' | 'time';

interface WorkbookHead {
  head: string;
  /** In letters. */
  width: number;
  /** Else a text. */
  type?: CellType | undefined;
}

/** A workbook that is written while its rows come: it takes as little memory for many of them as for few. */
export function writeWorkbook(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const sheet = `<sheet name="${t('Leads')}" sheetId="1" r:id="rId1"/>`;
  return zip({
    ...fixedParts,
    'xl/workbook.xml': [
      `${xmlHead}<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheet}</sheets></workbook>`,
    ],
    'xl/worksheets/sheet1.xml': sheetOf(columns, pieces),
  });
}

/** An archive that is written as its files come. They are packed by zlib, off this thread; fflate packs on it. */
async function* zip(files: Record<string, Iterable<string> | AsyncIterable<string>>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const archive = new Zip((_error, bytes) => written.push(bytes));
  for (const [filename, pieces] of Object.entries(files)) {
    const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 };
    const counted = async function* () {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece);
        file.crc = crc32(bytes, file.crc);
        file.size += bytes.length;
        yield bytes;
      }
    };
    archive.add(file);
    for await (const packed of pipeline(counted, createDeflateRaw(), () => undefined)) {
      file.ondata?.(null, packed, false);
      yield* written.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  archive.end();
  yield* written;
}

async function* sheetOf(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): AsyncGenerator<string> {
  const letters = columns.map((_column, index) => String.fromCharCode(65 + index));
  const rowOf = (cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;
  let row = 1;
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${xmlHead}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield rowOf(columns.map(({ head }, at) => textCell(`${letters[at]}1`, head, 1)));
  for await (const rows of pieces) {
    let xml = '';
    for (const values of rows) {
      row++;
      xml += rowOf(values.map((value, at) => cellOf(`${letters[at]}${row}`, value, columns[at]?.type)));
    }
    yield xml;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${row}"/></worksheet>`;
}

function cellOf(place: string, value: string, type: CellType | undefined): string {
  if (value === '') return '';
  if (type === 'number' && /^\d{1,15}$/.test(value)) return numberCell(place, Number(value), 0);
  // A moment stands there as the clock in Dhaka has it, in whichever zone the file is opened.
  if (type === 'day') return numberCell(place, serialOf(value), 2);
  if (type === 'time') return numberCell(place, serialOf(`${value.replace(' ', 'T')}Z`), 3);
  return textCell(place, value, 0);
}

function numberCell(place: string, value: number, style: number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

/** No program takes it for a formula. */
function textCell(place: string, value: string, style: number): string {
  const text = xmlText(value.slice(0, mostInCell));
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Excel calls a file broken that has more characters in a cell. */
const mostInCell = 32_767;

/** A sheet counts days from the last one of 1899. */
function serialOf(moment: string): number {
  return Date.parse(moment) / 86_400_000 + 25_569;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** All but the sheet and its name. Cells number the styles: plain, a head, a day, a moment. */
const fixedParts = {
  '[Content_Types].xml': [
    xmlHead,
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  ],
  '_rels/.rels': [
    xmlHead,
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ],
  'xl/_rels/workbook.xml.rels': [
    xmlHead,
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  ],
  'xl/styles.xml': [
    `${xmlHead}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
};
