import { sql } from 'kysely';
import { type Focus, type LibraryPage, type LibraryPicture, pictureSource, pictureSrcset } from '#api/picture.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import type { AuditAction } from '#cms/audit/strings.ts';
import { hasWords, nextTimestamp, searchText } from '#cms/collections/listed-table.server.ts';
import { daysInTrash, oldestInTrash } from '#cms/collections/trash.server.ts';
import { immutableLibrary } from '#cms/pictures/library.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { focusOf } from '#platform/database/picture-columns.server.ts';
import { notFound } from '#platform/errors.server.ts';
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

export async function pageOfPictures(database: Database, { search, only, after }: LibraryQuery): Promise<LibraryPage> {
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
export async function findPicture(database: Database, { id, key }: { id?: number; key?: string }) {
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
      ...(['library_pictures.name', 'users.name as uploaded_by', 'pictures.created_at as uploaded_at'] as const),
      ...(['kept_until', 'library_pictures.updated_at', 'library_pictures.deleted_at'] as const),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof pictures>['execute']>>[number];

function toWire({ picture_key: key, focus_x, focus_y, kept_until, ...row }: Row, used: Set<string>): LibraryPicture {
  const picture = { ...row, key };
  return {
    ...row,
    image: pictureSource(picture),
    image_srcset: pictureSrcset(picture, 'webp'),
    focus: focusOf(focus_x, focus_y),
    used: used.has(key),
    kept: kept_until === immutableLibrary,
  };
}

async function usedAmong(database: Database, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const keys = rows.map((row) => row.picture_key);
  const found = await sql<{ picture_key: string }>`
    select picture_key from (${usedKeys()}) as used where picture_key in (${sql.join(keys)})`.execute(database);
  return new Set(found.rows.map((row) => row.picture_key));
}

const noPictureMessage = 'There is no such picture. It may have been deleted.';
export const audited = 'pictures';

export type FoundPicture = LibraryPicture & { key: string };

export async function getPicture(database: Database, id: number): Promise<FoundPicture> {
  const picture = await findPicture(database, { id });
  if (!picture) throw notFound(noPictureMessage);
  return picture;
}

/**
 * Loads a picture and locks it until the transaction ends.
 * @throws {HttpError} 404
 */
export async function lockPicture(
  transaction: Database,
  id: number,
  state: 'living' | 'deleted',
): Promise<FoundPicture> {
  await transaction.selectFrom('library_pictures').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const picture = await getPicture(transaction, id);
  if ((picture.deleted_at === null) !== (state === 'living')) throw notFound(noPictureMessage);
  return picture;
}

interface Description {
  name?: string | undefined;
  alt?: string | undefined;
  focus?: Focus | null | undefined;
}

/** Missing fields stay unchanged; a focus of null is the middle. */
export async function describePicture(
  transaction: Database,
  before: FoundPicture,
  { name = before.name, alt = before.alt, focus = before.focus }: Description,
): Promise<void> {
  const percent = (part: number | undefined) => (part === undefined ? null : Math.round(part * 100));
  await transaction
    .updateTable('pictures')
    .set({ alt, focus_x: percent(focus?.x), focus_y: percent(focus?.y) })
    .where('key', '=', before.key)
    .execute();
  await transaction
    .updateTable('library_pictures')
    .set({ name, search_text: searchText(name, alt), updated_at: nextTimestamp(before.updated_at) })
    .where('id', '=', before.id)
    .execute();
}

export async function auditPicture(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  before: FoundPicture,
): Promise<FoundPicture> {
  const after = await getPicture(transaction, before.id);
  await recordChange(transaction, actor, {
    action,
    kind: audited,
    recordId: before.id,
    before: factsOf(before),
    after: factsOf(after),
  });
  return after;
}

export function factsOf({ image, name, alt, focus }: FoundPicture) {
  return { image, name, alt, focus };
}

/** Restores a picture from the trash; the sweep then leaves it alone. */
export async function restorePicture(database: Database, id: number): Promise<void> {
  await database
    .updateTable('library_pictures')
    .set({ deleted_at: null, kept_until: immutableLibrary })
    .where('id', '=', id)
    .execute();
}

/** Moves a picture to the trash, from which it can be restored until the sweep. */
export async function trashPicture(transaction: Database, id: number): Promise<void> {
  const now = Date.now();
  await transaction
    .updateTable('library_pictures')
    .set({
      deleted_at: new Date(now).toISOString(),
      kept_until: new Date(now + daysInTrash * 86_400_000).toISOString(),
    })
    .where('id', '=', id)
    .execute();
}
