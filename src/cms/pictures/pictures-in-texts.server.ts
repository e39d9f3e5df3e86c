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

export async function notePictures(transaction: Database, kind: string, recordId: number, html: string): Promise<void> {
  await transaction
    .deleteFrom('pictures_in_texts')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute();
  const keys = Array.from(html.matchAll(/\/media\/([0-9a-f]{40})/g), ([, key = '']) => key);
  if (keys.length === 0) return;
  const existing = await transaction
    .selectFrom('pictures')
    .select('key')
    .where('key', 'in', [...new Set(keys)])
    .execute();
  if (existing.length === 0) return;
  await transaction
    .insertInto('pictures_in_texts')
    .values(existing.map(({ key }) => ({ kind, record_id: recordId, picture_key: key })))
    .execute();
}
