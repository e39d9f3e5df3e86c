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
  /** The column of the picture's key. */
  picture: string | null;
  /** The column of its rich text. */
  text: string | null;
  link: (id: number) => string;
}

/** The place of a list with a trash, whose screen opens a record by `edit`. */
export function picturePlace(
  table: keyof Tables,
  screen: { name: string; path: string; titleField?: string },
  { picture = 'image_key', text = null }: { picture?: string | null; text?: string | null } = {},
): PicturePlace {
  return {
    table,
    what: screen.name,
    kind: table,
    picture,
    text,
    title: sql.ref(screen.titleField ?? 'title'),
    deleted: sql.ref('deleted_at'),
    link: (id) => `${screen.path}?edit=${id}`,
  };
}
