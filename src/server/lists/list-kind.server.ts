import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { z as mini } from 'zod/mini';
import type { Database } from '../database/open.server.ts';
import type { Fields } from '../versions/history.server.ts';
import type { RecordTable } from './listed-table.server.ts';
import type { WrittenColumns } from './records.server.ts';

/** What every form of a listed record may carry, once it is read. */
export interface FormInput {
  status?: 0 | 1 | undefined;
  /** When the record was read, in the form of an edit. */
  updated_at?: string | undefined;
  image?: string | undefined;
}

/** What every record carries on the wire, beside what is its own. */
export interface RecordOnWire {
  id: number;
  status: number;
  updated_at: string;
  /** Null for all but what is in the trash. */
  deleted_at: string | null;
  image?: string | null;
}

/** A kind of records as the back office lists and edits it: its own functions and shapes, no switches. */
export interface ListKind<Table extends RecordTable, Input extends FormInput, Wire extends RecordOnWire> {
  table: Table;
  /** The address of its list, and before `/:id` that of a record. */
  path: string;
  /** The kinds whose pages show it. */
  shows: readonly string[];
  said: Said;
  /** Left out where staff arrange the records, by a call of its own. */
  order?: RawBuilder<unknown>;
  form: { create: z.ZodType<NoInfer<Input>>; update: z.ZodType<Input> };
  /** By which name the record says what the form spells in a way of its own: sent back as it was read, it is accepted. */
  asRead?: { [field: string]: string };
  onWire: mini.ZodMiniType<Wire>;
  /** The records of these ids, deleted ones too, in whatever order. */
  read: (database: Database, ids: number[]) => Promise<Wire[]>;
  /**
   * What the form says, as columns. What it leaves out is undefined: empty in a new record, and as before in an old one.
   * Picture and status are added where the form has them.
   */
  columns: (input: Input) => WrittenColumns<Table>;
  /** Its records have a picture. */
  pictured: boolean;
  /** The column of rich text, which is cleaned before it is written. */
  rich: string | null;
  /** The columns that a search looks in. */
  searched: readonly string[];
  /** The columns by which staff may have the list sorted: of a long list, those with an index. */
  sorted?: readonly string[];
  /** What is new comes after the records that are there, not before them; only where staff arrange them. */
  newestLast?: boolean;
  /** Checks what the form refers to, before anything is written; `id` is null for a new record. */
  check?: (transaction: Database, input: Input, id: number | null) => Promise<void>;
  /** Writes what belongs to the record but lies in other tables. */
  writeParts?: (transaction: Database, id: number, input: Input) => Promise<void>;
  /** Brings up to date what is derived from the record: after each of its writes, deletion and return included. */
  derive?: (transaction: Database, id: number) => Promise<void>;
  /** Its versions are kept, it may have a draft, and go on the site or off it at a time. */
  versioned?: VersionedRecord<Wire, Input>;
  /** Refuses to delete what is in use. */
  checkUnused?: (transaction: Database, id: number) => Promise<void>;
  /** Refuses to bring back what would refer to nothing. */
  checkRestorable?: (transaction: Database, id: number) => Promise<void>;
}

/** A record as its form, and back. */
export interface VersionedRecord<Wire, Input> {
  /** Reads a form of a draft or version. It may be older than a field: what it leaves out stays as the record has it. */
  storedForm: z.ZodType<Input>;
  formOf: (record: Wire) => Fields;
  /** The record as it would be after a save of this form. */
  filled: (database: Database, fields: Fields, record: Wire) => Promise<Wire>;
}

/** What is said after a write. */
export interface Said {
  created: string;
  updated: string;
  deleted: string;
  restored: string;
}

/** What is said after writes of a kind; `deleted` says it with the capital letter that its screen has. */
export function saidOf(name: string, deleted: 'deleted' | 'Deleted' = 'deleted'): Said {
  return {
    created: 'Created successfully',
    updated: `${name} updated successfully`,
    deleted: `${name} ${deleted} successfully`,
    restored: `${name} restored successfully`,
  };
}
