import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { z as mini } from 'zod/mini';
import type { Database } from '#platform/database/open.server.ts';
import type { Actor, AuditChange } from '../audit/audit.server.ts';
import type { Fields } from '../versions/history.server.ts';
import type { RecordTable } from './listed-table.server.ts';

export interface FormInput {
  status?: 0 | 1 | undefined;
  updated_at?: string | undefined;
  image?: string | undefined;
}

export interface ListRecord {
  id: number;
  status: number;
  updated_at: string;
  /** Null unless the record is in the trash. */
  deleted_at: string | null;
  image?: string | null;
}

export interface ListKind<Input extends FormInput, Wire extends ListRecord, Table extends RecordTable = RecordTable> {
  table: Table;
  path: string;
  shows: readonly string[];
  messages: ListMessages;
  /** Undefined if staff arrange the records through the order endpoint. */
  order?: RawBuilder<unknown> | undefined;
  form: { create: z.ZodType<NoInfer<Input>>; update: z.ZodType<Input> };
  /** Form fields by the record's name for them, so that a record is accepted as it was read. */
  asRead?: { [field: string]: string };
  onWire: mini.ZodMiniType<Wire>;
  /** Includes deleted records, in any order. */
  read: (database: Database, ids: number[]) => Promise<Wire[]>;
  /** Undefined fields are empty in a new record and unchanged in an existing one. Picture and status are added. */
  columns: (input: Input) => { [column: string]: unknown };
  pictured: boolean;
  /** Fields of optional pictures beside `image`, each with a `…_key` column; an empty one removes the picture. */
  optionalPictures?: readonly string[];
  rich: string | null;
  searched: readonly string[];
  /** Columns that clients may sort by; in long lists only indexed ones. */
  sorted?: readonly string[];
  /** New records are appended instead of put first; only for lists that staff arrange. */
  newestLast?: boolean;
  check?: (transaction: Database, input: Input, id: number | null) => Promise<void>;
  saveRelations?: (transaction: Database, id: number, input: Input) => Promise<void>;
  versioned?: VersionedRecord<Wire, Input>;
  /** What visitors see of a record, and where; webhooks are told of it. */
  onSite?(record: NoInfer<Wire>): { title: string; path: string };
  /** Records a change instead of `recordChange`, which stores the record with all its fields. */
  audit?: (transaction: Database, actor: Actor, change: RecordChange<Wire>) => Promise<void>;
  /** @throws {HttpError} 409 if the record is in use */
  checkUnused?: (transaction: Database, id: number) => Promise<void>;
  /** @throws {HttpError} 409 if the restored record would refer to nothing */
  checkRestorable?: (transaction: Database, id: number) => Promise<void>;
}

export interface RecordChange<Wire extends object> extends AuditChange {
  before: Wire | null;
  after: Wire | null;
}

export interface VersionedRecord<Wire, Input> {
  /** Parses a form that may be incomplete. */
  draftForm: z.ZodType<Input>;
  /** Parses the form of a draft or version, which may be older than a field. */
  storedForm: z.ZodType<Input>;
  formOf: (record: Wire) => Fields;
  filled: (database: Database, fields: Fields, record: Wire) => Promise<Wire>;
}

export interface ListMessages {
  created: string;
  updated: string;
  deleted: string;
  restored: string;
}
