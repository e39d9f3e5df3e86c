import type { Generated, Kysely } from 'kysely';
import type { Listed } from '#wire/records.ts';
import type { Database } from '../database/open.server.ts';
import type { Tables } from '../database/tables.server.ts';

/** What every table has whose rows staff write. */
export interface RecordColumns {
  id: Generated<number>;
  /** 1: visitors see it, 0: they don't. */
  status: number;
  created_at: string;
  updated_at: string;
}

/** What every table has whose rows staff list, search, hide and delete. */
export interface ListedColumns extends RecordColumns {
  /** Null, or when it was deleted: gone for everyone but the trash. */
  deleted_at: Generated<string | null>;
  /** What a search looks in; see search.server.ts. */
  search_text: Generated<string>;
}

/** The same for rows that visitors see in the order that staff chose: smallest first, then the newest. */
export interface OrderedColumns extends ListedColumns {
  sort_order: number;
}

/** What a table of records with a picture has beside. */
export interface PictureColumn {
  image_key: string | null;
}

export type ListTable = { [T in keyof Tables]: Tables[T] extends ListedColumns ? T : never }[keyof Tables];
export type RecordTable = { [T in keyof Tables]: Tables[T] extends RecordColumns ? T : never }[keyof Tables];
/** Tables that a search may look into: they have a text for it, with an index beside. */
export type SearchedTable = {
  [T in keyof Tables]: Tables[T] extends { search_text: unknown } ? T : never;
}[keyof Tables];

/**
 * Any of these tables, seen by what they have in common. Kysely's types can't follow a table that is a variable, so
 * the name `listed` stands for it.
 */
export function anyList(
  database: Database,
): Kysely<Pick<Tables, 'pictures'> & { listed: OrderedColumns & { image_key: string | null } }> {
  return database as unknown as ReturnType<typeof anyList>;
}

/** The name of such a table where `anyList` is asked. */
export function listed(table: RecordTable): 'listed' {
  return table as string as 'listed';
}

/** What a query selects of every record, for `listedOf`. */
export function listedColumns<Table extends string>(table: Table) {
  return [`${table}.status`, `${table}.created_at`, `${table}.updated_at`, `${table}.deleted_at`] as const;
}

export function listedOf({ status, created_at, updated_at, deleted_at }: Listed): Listed {
  return { status, created_at, updated_at, deleted_at };
}
