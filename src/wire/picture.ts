import { media } from '#paths.ts';

/** A stored picture, as pages show it. Sizes in pixels, of the stored original. */
export interface Picture {
  /** 40 hexadecimal digits, of its content; the last one is f for a drawing and for nothing else. See `pictureKey`. */
  key: string;
  width: number;
  height: number;
  /** What it shows, where staff said so. */
  alt?: string;
  /** What must be seen of it where it is cropped; its middle where nothing is said. */
  focus?: Focus;
}

/** A point of a picture, each side from 0 to 1. */
export interface Focus {
  x: number;
  y: number;
}

/** Widths in which every picture is offered, as long as the original is wider. */
export const pictureWidths = [160, 320, 480, 720, 960, 1280, 1600] as const;

/** A key by the hash of the content. Logos and icons of few flat colours are offered in another way than photographs. */
export function pictureKey(hash: string, isDrawing: boolean): string {
  const digits = hash.slice(0, 40);
  if (isDrawing) return digits.replace(/.$/, 'f');
  return digits.replace(/f$/, 'e');
}

/** Sharper and half as large with few colours and without loss than as AVIF. */
export function isDrawing(picture: Pick<Picture, 'key'>): boolean {
  return picture.key.endsWith('f');
}

/** The formats in which a picture is offered, best first. */
export function variantFormats(picture: Pick<Picture, 'key'>): ('avif' | 'webp')[] {
  return isDrawing(picture) ? ['webp'] : ['avif', 'webp'];
}

export function pictureSource(picture: Picture): string {
  return media.original(picture.key);
}

/** A `srcset` attribute in one format, or null where it has none: the original may be smaller than every offered width. */
export function pictureSrcset(picture: Picture, format: 'avif' | 'webp'): string | null {
  const widths = variantFormats(picture).includes(format) ? variantWidths(picture.width) : [];
  if (widths.length === 0) return null;
  return widths.map((width) => `${media.variant(picture.key, width, format)} ${width}w`).join(', ');
}

/** The offered widths of a picture: none is wider than the original. */
export function variantWidths(originalWidth: number): number[] {
  return pictureWidths.filter((width) => width <= originalWidth);
}

/** The picture fields that every record carries on the wire. */
export interface PictureOnWire {
  image: string | null;
  image_width: number | null;
  image_height: number | null;
  image_srcset: string | null;
  image_alt: string | null;
  image_focus: Focus | null;
}

export function pictureToWire(picture: Picture | null): PictureOnWire {
  return {
    image: picture && pictureSource(picture),
    image_width: picture?.width ?? null,
    image_height: picture?.height ?? null,
    image_srcset: picture && pictureSrcset(picture, 'webp'),
    image_alt: picture?.alt ?? null,
    image_focus: picture?.focus ?? null,
  };
}

/** A record with its picture as the wire spells it: in fields of the record. */
export function flattenPicture<T extends { id: number; picture?: Picture | null }>({ picture, ...record }: T) {
  const flat = picture === undefined ? {} : pictureToWire(picture);
  return { ...record, ...flat } as Omit<T, 'picture'> &
    (T extends { picture: Picture | null } ? PictureOnWire : object);
}

/** The way back, for islands that append records they fetched. */
export function pictureFromWire(wire: PictureOnWire): Picture | null {
  const { image, image_width: width, image_height: height, image_alt: alt, image_focus: focus } = wire;
  const key = image?.match(/\/media\/([0-9a-z]+)\.webp$/)?.[1];
  if (!key || !width || !height) return null;
  return { key, width, height, ...(alt && { alt }), ...(focus && { focus }) };
}
