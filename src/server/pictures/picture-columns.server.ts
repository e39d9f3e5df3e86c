import type { Picture } from '#wire/picture.ts';

/** What a query selects of a record's picture, from the record and from `pictures` joined to it. */
export const pictureColumns = [
  'image_key',
  'pictures.width as image_width',
  'pictures.height as image_height',
] as const;

export function pictureOf(row: {
  image_key: string | null;
  image_width: number | null;
  image_height: number | null;
}): Picture | null {
  if (row.image_key === null || row.image_width === null || row.image_height === null) return null;
  return { key: row.image_key, width: row.image_width, height: row.image_height };
}
