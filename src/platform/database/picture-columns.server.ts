import type { Focus, Picture } from '#api/picture.ts';

export const pictureFacts = [
  'pictures.width as image_width',
  'pictures.height as image_height',
  'pictures.alt as image_alt',
  'pictures.focus_x as image_focus_x',
  'pictures.focus_y as image_focus_y',
] as const;

export const pictureColumns = ['image_key', ...pictureFacts] as const;

export interface PictureRow {
  image_key: string | null;
  image_width: number | null;
  image_height: number | null;
  image_alt: string | null;
  image_focus_x: number | null;
  image_focus_y: number | null;
}

export function pictureOf(row: PictureRow): Picture | null {
  const { image_key: key, image_width: width, image_height: height, image_alt: alt } = row;
  if (key === null || width === null || height === null) return null;
  const focus = focusOf(row.image_focus_x, row.image_focus_y);
  return { key, width, height, ...(alt && { alt }), ...(focus && { focus }) };
}

/** Stored in percent. */
export function focusOf(x: number | null, y: number | null): Focus | null {
  return x === null || y === null ? null : { x: x / 100, y: y / 100 };
}
