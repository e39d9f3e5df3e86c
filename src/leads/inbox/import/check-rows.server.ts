import type { Database } from '#server/database/open.server.ts';
import { todayInDhaka } from '#server/fields/dates.server.ts';
import { foldInstitute } from '../../form/folded-texts.server.ts';
import type { ImportRow } from '../schema.ts';
import { type KnownLeads, knownLeads, othersTurn, ownersWithEmail } from './data.server.ts';
import type { ImportField } from './headers.server.ts';
import type { FileRow } from './read-file.server.ts';
import { type ImportedLead, readRow } from './read-row.server.ts';

export interface CheckedRow {
  result: ImportRow;
  lead: ImportedLead;
}

/** What would become of each line: a new lead, one that is there already, or none. */
export async function checkRows(
  database: Database,
  rows: FileRow[],
  fields: (ImportField | null)[],
): Promise<CheckedRow[]> {
  const owners = await ownersWithEmail(database);
  const today = todayInDhaka();
  const read: ReadRow[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const byField = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : [])));
    read.push({ line, ...readRow(byField, owners, today) });
    if (index % 200 === 199) await othersTurn();
  }
  const known = await knownLeads(
    database,
    read.map(({ lead }) => lead),
  );
  const earlier: Earlier = { numbers: new Map(), emails: new Map() };
  return read.map((row) => ({ lead: row.lead, result: resultOf(row, known, earlier) }));
}

interface ReadRow {
  line: number;
  lead: ImportedLead;
  errors: Record<string, string[]>;
}

/** The lines above that become leads, by what tells that they are the same. */
type Earlier = Pick<KnownLeads, 'numbers' | 'emails'>;

function resultOf({ line, lead, errors }: ReadRow, known: KnownLeads, earlier: Earlier): ImportRow {
  const { name, institute_name, number, email, stage } = lead;
  const row = { line, name, institute_name, number, email, status: stage, errors };
  if (Object.keys(errors).length > 0) return { ...row, result: 'invalid', note: null, lead_id: null };
  const twin = twinOf(lead, known, earlier);
  if (twin) return { ...row, result: 'duplicate', ...twin };
  if (number) earlier.numbers.set(number, line);
  if (email) earlier.emails.set(email.toLowerCase(), line);
  const id = known.institutes.get(foldInstitute(institute_name));
  return { ...row, result: 'new', note: id ? `Lead ${id} is of the same institute.` : null, lead_id: id ?? null };
}

function twinOf({ number, email }: ImportedLead, known: KnownLeads, earlier: Earlier) {
  const byNumber = known.numbers.get(number);
  if (byNumber) return { note: `Lead ${byNumber} has the same number.`, lead_id: byNumber };
  const byEmail = known.emails.get(email.toLowerCase());
  if (byEmail) return { note: `Lead ${byEmail} has the same e-mail address.`, lead_id: byEmail };
  const line = earlier.numbers.get(number) ?? earlier.emails.get(email.toLowerCase());
  return line === undefined ? null : { note: `The same as line ${line}.`, lead_id: null };
}
