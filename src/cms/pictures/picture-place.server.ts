import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '#platform/database/tables.server.ts';

/** A table whose records show pictures. */
export interface PicturePlace {
  table: keyof Tables;
  /** The name of its records on screen. */
  what: string;
  /** The name of its records in the audit. */
  kind: string;
  /** The column or SQL expression of a record's title. */
  title: RawBuilder<unknown>;
  /** The deletion time, if the table has a trash. */
  deleted: RawBuilder<unknown>;
  /** The table has an `image_key`. */
  pictured: boolean;
  /** The column of its rich text. */
  text: string | null;
  link: (id: number) => string;
}

/** The place of a list with a trash, whose screen opens a record by `edit`. */
export function picturePlace(
  table: keyof Tables,
  screen: { name: string; path: string; titleField?: string },
  { pictured = true, text = null }: { pictured?: boolean; text?: string | null } = {},
): PicturePlace {
  return {
    table,
    what: screen.name,
    kind: table,
    pictured,
    text,
    title: sql.ref(screen.titleField ?? 'title'),
    deleted: sql.ref('deleted_at'),
    link: (id) => `${screen.path}?edit=${id}`,
  };
}
