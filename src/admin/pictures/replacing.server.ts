import { sql } from 'kysely';
import { type Picture, pictureSource } from '#api/picture.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { nextTimestamp } from '#cms/collections/listed-table.server.ts';
import type { PicturePlace } from '#cms/kind.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { places } from './places.server.ts';

type Shown = Pick<Picture, 'key' | 'width' | 'height'>;

/**
 * Replaces a picture everywhere: in records, in the trash and in rich text. It updates each record's version, so that
 * open forms get a conflict. Returns the number of records.
 */
export async function replaceEverywhere(
  transaction: Database,
  actor: Actor,
  before: Shown,
  after: Shown,
): Promise<number> {
  let count = 0;
  for (const place of places) {
    if (place.picture) count += await inRecords(transaction, actor, place, { before, after });
    if (place.text) count += await inTexts(transaction, actor, place, { before, after });
  }
  return count;
}

interface Change {
  before: Shown;
  after: Shown;
}

async function inRecords(
  transaction: Database,
  actor: Actor,
  { table, kind, picture }: PicturePlace,
  { before, after }: Change,
): Promise<number> {
  const column = sql.ref(picture ?? '');
  const rows = await lockedRows(transaction, table).where(column, '=', before.key).execute();
  const field = (picture ?? '').replace(/_key$/, '');
  for (const { id, updated_at } of rows) {
    await sql`update ${sql.table(table)} set ${column} = ${after.key}, updated_at = ${nextTimestamp(updated_at)}
      where id = ${id}`.execute(transaction);
    await recordChange(transaction, actor, {
      action: 'update',
      kind,
      recordId: id,
      before: { [field]: pictureSource(before) },
      after: { [field]: pictureSource(after) },
    });
  }
  return rows.length;
}

async function inTexts(
  transaction: Database,
  actor: Actor,
  { table, kind, text }: PicturePlace,
  { before, after }: Change,
): Promise<number> {
  const column = sql.ref(text ?? '');
  const uses = transaction.selectFrom('pictures_in_texts').where('kind', '=', table);
  const rows = await lockedRows(transaction, table)
    .select(sql<string>`${column}`.as('html'))
    .where('id', 'in', uses.where('picture_key', '=', before.key).select('record_id'))
    .execute();
  for (const { id, updated_at, html } of rows) {
    await sql`update ${sql.table(table)} set ${column} = ${replaceInText(html, { before, after })},
      updated_at = ${nextTimestamp(updated_at)} where id = ${id}`.execute(transaction);
    await transaction
      .insertInto('pictures_in_texts')
      .values({ kind: table, record_id: id, picture_key: after.key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recordChange(transaction, actor, {
      action: 'update',
      kind,
      recordId: id,
      before: { [text ?? '']: html },
      after: { [text ?? '']: replaceInText(html, { before, after }) },
    });
  }
  await transaction
    .deleteFrom('pictures_in_texts')
    .where('kind', '=', table)
    .where('picture_key', '=', before.key)
    .execute();
  return rows.length;
}

/** Replaces a picture in rich text, with the new size. The sanitized HTML has no `>` inside a tag. */
function replaceInText(html: string, { before, after }: Change): string {
  return html.replace(/<img\b[^>]*>/g, (tag) => {
    if (!tag.includes(`/media/${before.key}`)) return tag;
    return tag
      .replace(/\/media\/[0-9a-f]{40}[^"]*/, pictureSource(after))
      .replace(/ width="\d+"/, ` width="${after.width}"`)
      .replace(/ height="\d+"/, ` height="${after.height}"`);
  });
}

function lockedRows(transaction: Database, table: PicturePlace['table']) {
  const rows = sql<{ id: number; updated_at: string; image_key: string }>`${sql.table(table)}`;
  return transaction.selectFrom(rows.as('place')).select(['id', 'updated_at']).forNoKeyUpdate();
}
