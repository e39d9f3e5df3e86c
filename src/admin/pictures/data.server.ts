import { sql } from 'kysely';
import type { LibraryPage, LibraryPicture } from '#api/library-picture.ts';
import { pictureSource, pictureSrcset } from '#api/picture.ts';
import { hasWords } from '#cms/collections/search.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import { immutableLibrary } from '#cms/pictures/library.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { focusOf } from '#platform/database/picture-columns.server.ts';
import { usedKeys } from './places.server.ts';

export const choices = ['unused', 'undescribed', 'deleted'] as const;

export interface LibraryQuery {
  search: string;
  /** Only unused pictures, those without a description, or the trash. */
  only: (typeof choices)[number] | null;
  /** Cursor: pictures with a smaller id. */
  after: number | null;
}

const perPage = 48;
/** A search can also be the key from a picture's URL, which record forms show. */
const isKey = /^[0-9a-f]{40}$/;

export async function pageOfPictures(database: Database, query: LibraryQuery): Promise<LibraryPage> {
  const { search, only, after } = query;
  const rows = await pictures(database)
    .where('library_pictures.deleted_at', only === 'deleted' ? '>' : 'is', only === 'deleted' ? oldestInTrash() : null)
    .where(
      isKey.test(search)
        ? sql<boolean>`picture_key = ${search}`
        : (hasWords(database, 'library_pictures', search) ?? sql<boolean>`true`),
    )
    .$if(only === 'undescribed', (all) => all.where('alt', '=', ''))
    .$if(only === 'unused', (all) => all.where(sql<boolean>`picture_key not in (${usedKeys()})`))
    .$if(after !== null, (all) => all.where('library_pictures.id', '<', after ?? 0))
    .orderBy('library_pictures.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const pageRows = rows.slice(0, perPage);
  const used = await usedAmong(database, pageRows);
  return {
    data: pageRows.map((row) => toWire(row, used)),
    next: rows.length > perPage ? (pageRows.at(-1)?.id ?? null) : null,
  };
}

/** Also finds a picture in the trash. */
export async function findPicture(
  database: Database,
  { id, key }: { id?: number; key?: string },
): Promise<(LibraryPicture & { key: string }) | null> {
  const row = await pictures(database)
    .$if(id !== undefined, (all) => all.where('library_pictures.id', '=', id ?? 0))
    .$if(key !== undefined, (all) => all.where('picture_key', '=', key ?? ''))
    .where((where) =>
      where.or([
        where('library_pictures.deleted_at', 'is', null),
        where('library_pictures.deleted_at', '>', oldestInTrash()),
      ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  return { ...toWire(row, await usedAmong(database, [row])), key: row.picture_key };
}

function pictures(database: Database) {
  return database
    .selectFrom('library_pictures')
    .innerJoin('pictures', 'pictures.key', 'picture_key')
    .leftJoin('users', 'users.id', 'uploaded_by')
    .select([
      ...(['library_pictures.id', 'picture_key', 'width', 'height', 'size', 'alt', 'focus_x', 'focus_y'] as const),
      ...(['library_pictures.name', 'users.name as uploader', 'pictures.created_at', 'cropped_from'] as const),
      ...(['kept_until', 'library_pictures.updated_at', 'library_pictures.deleted_at'] as const),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof pictures>['execute']>>[number];

function toWire(row: Row, used: Set<string>): LibraryPicture {
  const picture = { key: row.picture_key, width: row.width, height: row.height };
  return {
    id: row.id,
    image: pictureSource(picture),
    image_srcset: pictureSrcset(picture, 'webp'),
    width: row.width,
    height: row.height,
    size: row.size,
    name: row.name,
    alt: row.alt,
    focus: focusOf(row.focus_x, row.focus_y),
    uploaded_at: row.created_at,
    uploaded_by: row.uploader,
    cropped_from: row.cropped_from,
    used: used.has(row.picture_key),
    kept: row.kept_until === immutableLibrary,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
  };
}

async function usedAmong(database: Database, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const keys = rows.map((row) => row.picture_key);
  const found = await sql<{ picture_key: string }>`
    select picture_key from (${usedKeys()}) as used where picture_key in (${sql.join(keys)})`.execute(database);
  return new Set(found.rows.map((row) => row.picture_key));
}
