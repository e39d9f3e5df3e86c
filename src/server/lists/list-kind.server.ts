import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { z as mini } from 'zod/mini';
import type { Database } from '../database/open.server.ts';
import type { ListTable } from './listed-table.server.ts';
import type { WrittenColumns } from './records.server.ts';

/** What every form of a listed record may carry, once it is read. */
export interface FormInput {
  status: 0 | 1 | undefined;
  /** When the record was read, in the form of an edit. */
  updatedAt?: string | undefined;
  image?: string | undefined;
  content?: string | undefined;
}

/** What every record carries on the wire, beside what is its own. */
export interface RecordOnWire {
  id: number;
  updated_at: string;
  /** Null for all but what is in the trash. */
  deleted_at: string | null;
  image?: string | null;
}

/** A kind of records as the back office lists and edits it: its own functions and shapes, no switches. */
export interface ListKind<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire> {
  table: Table;
  /** The address of its list, and before `/:id` that of a record. */
  path: string;
  /** The kinds whose pages show it. */
  shows: readonly string[];
  texts: KindTexts;
  order: RawBuilder<unknown>;
  bodyLimit: number;
  form: { create: z.ZodType<Input>; update: z.ZodType<Input> };
  onWire: mini.ZodMiniType<Wire>;
  /** The records of these ids, deleted ones too, in whatever order. */
  read: (database: Database, ids: number[]) => Promise<Wire[]>;
  /** What the form says, as columns. Picture, rich text and status are added where the form has them. */
  columns: (input: Input) => WrittenColumns<Table>;
  /** Checks what the form refers to, before anything is written. */
  check?: (transaction: Database, input: Input) => Promise<void>;
  /** Writes what belongs to the record but lies in other tables. */
  writeParts?: (transaction: Database, id: number, input: Input) => Promise<void>;
  /** Brings up to date what is derived from the record: after each of its writes, deletion and return included. */
  derive?: (transaction: Database, id: number) => Promise<void>;
  /** Refuses to delete what is in use. */
  checkUnused?: (transaction: Database, id: number) => Promise<void>;
  /** Refuses to bring back what would refer to nothing. */
  checkRestorable?: (transaction: Database, id: number) => Promise<void>;
}

/** What is said after a write. */
export interface KindTexts {
  created: string;
  updated: string;
  deleted: string;
  restored: string;
}
