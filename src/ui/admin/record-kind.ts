import type { FormValues } from '../form/values.ts';
import type { Row } from './calls/pages.ts';

/** One kind of records, as its screen speaks of it and its form holds it. */
export interface RecordKind<R extends Row> {
  /** The address of its calls. */
  path: string;
  /** On the form: 'Add Institutional News'. */
  name: string;
  /** In sentences: 'You are about to Delete this news.' */
  one: string;
  /** Over the question: 'Delete news'. */
  deleteTitle: string;
  /** Where deleting did not work: 'Failed to Delete the news'. */
  deleteFailed: string;
  /** The form of a new record. */
  empty: FormValues;
  valuesOf: (record: R) => FormValues;
  /** What a record is called, as in 'Edit: title'. */
  nameOf: (record: R) => string;
  /** Where visitors see it. */
  onSite: (record: R) => string;
}

/** The record that the form edits; its number in the list is unknown where it was not opened from there. */
export interface Editing<R extends Row> {
  record: R;
  number: number | null;
}
