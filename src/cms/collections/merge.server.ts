import type { AuditEvent } from '#api/audit.ts';
import type { Database } from '#platform/database/open.server.ts';
import { eventsOfRecord } from '../audit/audit.server.ts';

interface SentForm {
  updated_at?: string | undefined;
  image?: string | undefined;
}

/** A version conflict, with the record as it is now, and the fields that both changed where they are known. */
export class VersionConflict<Wire> {
  readonly record: Wire;
  readonly fields: string[] | undefined;

  constructor(record: Wire, fields?: string[]) {
    this.record = record;
    this.fields = fields;
  }
}

/** A saved record; `merged` are the fields that keep what somebody else saved since the form was opened. */
export interface Updated<Wire> {
  data: Wire;
  merged: string[];
}

interface Saving<Form, Wire> {
  kind: string;
  id: number;
  /** Reads a record, too, as a form. */
  parse: (fields: object) => { data?: Form | undefined };
  save: (form: Form) => Promise<Wire | VersionConflict<Wire>>;
}

/** Saves a form. A stale one is merged with what was saved since, unless both changed the same field. */
export async function saveMerged<Form extends SentForm, Wire extends { updated_at: string | null }>(
  database: Database,
  saving: Saving<Form, Wire>,
  form: Form,
  merged: string[] = [],
): Promise<Updated<Wire> | VersionConflict<Wire>> {
  const data = await saving.save(form);
  if (!(data instanceof VersionConflict)) return { data, merged };
  const { record } = data;
  const merge = await mergeByField(database, saving, form, record);
  if (!merge || merge.conflicting.length > 0) return new VersionConflict(record, merge?.conflicting);
  return saveMerged(database, saving, merge.form, [...new Set([...merged, ...merge.merged])]);
}

/** A three-way merge. Null if the record of the form's version is unknown, or what it would give is no valid form. */
async function mergeByField<Form extends SentForm, Wire extends { updated_at: string | null }>(
  database: Database,
  { kind, id, parse }: Saving<Form, Wire>,
  form: Form,
  current: Wire,
) {
  const before = recordAt(await eventsOfRecord(database, kind, id), { ...current }, form.updated_at);
  const opened = before && parse(before).data;
  const saved = parse(current).data;
  if (!opened || !saved) return null;
  const [mine, base, theirs] = [fieldsOf(form), fieldsOf(opened), fieldsOf(saved)];
  // A form that leaves the picture out keeps it.
  if (!form.image) mine.delete('image');
  const isSame = (one: Fields, other: Fields, name: string) => textOf(one.get(name)) === textOf(other.get(name));
  const isLeft = (name: string) => !mine.has(name) || isSame(mine, base, name);
  const changed = [...theirs.keys()].filter((name) => !isSame(base, theirs, name) && !isSame(mine, theirs, name));
  const merged = changed.filter(isLeft);
  const conflicting = changed.filter((name) => !isLeft(name));
  for (const name of merged) mine.set(name, name === 'image' ? undefined : theirs.get(name));
  const { data } = parse({ ...Object.fromEntries(mine), updated_at: current.updated_at });
  return data ? { form: data, merged, conflicting } : null;
}

type Fields = Map<string, unknown>;

/** Undefined fields were not sent. */
function fieldsOf({ updated_at: _, ...form }: SentForm): Fields {
  return new Map<string, unknown>(Object.entries(form).filter(([, value]) => value !== undefined));
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? '');
}

/** Takes back one change after the other, the newest first. */
function recordAt(events: AuditEvent[], current: { [name: string]: unknown }, version: string | undefined) {
  let record = current;
  for (const { before, after } of events) {
    if (record.updated_at === version) break;
    if (before && after?.updated_at === record.updated_at) record = { ...record, ...before };
  }
  return record.updated_at === version ? record : null;
}
