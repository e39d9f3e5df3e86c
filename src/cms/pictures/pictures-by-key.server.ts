import type { Picture } from '#api/picture.ts';
import type { Database } from '#platform/database/open.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    pictures_in_texts: PicturesInTextsTable;
  }
}

interface PicturesInTextsTable {
  kind: string;
  record_id: number;
  picture_key: string;
}

export function keyOfPicture(address: unknown): string | null {
  return typeof address === 'string' ? (/^\/media\/([0-9a-f]{40})\.webp$/.exec(address)?.[1] ?? null) : null;
}

export async function pictureByKey(database: Database, key: string): Promise<Picture | null> {
  const row = await database
    .selectFrom('pictures')
    .select(['key', 'width', 'height'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** The keys of the stored pictures that a text shows. */
export async function storedKeysIn(database: Database, text: string): Promise<string[]> {
  const keys = new Set(Array.from(text.matchAll(/\/media\/([0-9a-f]{40})/g), ([, key = '']) => key));
  if (keys.size === 0) return [];
  const rows = await database
    .selectFrom('pictures')
    .select('key')
    .where('key', 'in', [...keys])
    .execute();
  return rows.map(({ key }) => key);
}

export async function notePictures(transaction: Database, kind: string, recordId: number, html: string): Promise<void> {
  await transaction
    .deleteFrom('pictures_in_texts')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute();
  const keys = await storedKeysIn(transaction, html);
  if (keys.length === 0) return;
  await transaction
    .insertInto('pictures_in_texts')
    .values(keys.map((key) => ({ kind, record_id: recordId, picture_key: key })))
    .execute();
}
