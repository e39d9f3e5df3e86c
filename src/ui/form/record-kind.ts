import type { Row } from '../admin/calls/pages.ts';
import type { FormValue, FormValues } from './values.ts';

/** One kind of records, as its screen speaks of it and its form holds it. `Form` has the names that its schema takes. */
export interface RecordKind<R extends Row, Form = FormValues> {
  /** The address of its calls. */
  path: string;
  /** On the form: 'Add Institutional News'. */
  name: string;
  /** In sentences: 'You are about to Delete this news.' */
  one: string;
  /** Over the question, where it is not 'Delete news'. */
  deleteTitle?: string;
  /** Where deleting did not work, if it is not called 'Failed to delete the news'. */
  deleteFailed?: string;
  /** The form of a new record. */
  empty: { [Name in keyof Form]: FormValue };
  /** The form of a record, where its fields do not just hold what the record says under their names. */
  valuesOf?: (record: R) => { [Name in keyof Form]: FormValue };
  /** What a record is called, as in 'Edit: title'. */
  nameOf: (record: R) => string;
  /** Its records have drafts, versions and a schedule. */
  versioned?: true;
  /** Its screen has just one record: after a save the form goes on with that. */
  single?: true;
  /** Where visitors see it. */
  onSite: (record: R) => string;
}

/** The record that the form edits; its number in the list is unknown where it was not opened from there. */
export interface Editing<R extends Row> {
  record: R;
  number: number | null;
}

/** Where visitors see a record; undefined for one that they don't. */
export function placeOnSite<R extends Row>(kind: RecordKind<R>, record: R): string | undefined {
  return record.status === 0 ? undefined : kind.onSite(record);
}

/** The form of a record. Without a new picture it keeps its own one. */
export function valuesOf<R extends Row>(kind: RecordKind<R>, record: R): FormValues {
  if (kind.valuesOf) return kind.valuesOf(record);
  const said = new Map<string, unknown>(Object.entries(record));
  const values = Object.keys(kind.empty).map((name) => [name, said.get(name)]);
  const own = {
    ...('image' in kind.empty && { image: '' }),
    ...('status' in kind.empty && { status: record.status !== 0 }),
  };
  return { ...Object.fromEntries(values), ...own };
}
