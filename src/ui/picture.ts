import { media } from '#paths.ts';

/** A stored picture, as pages show it. Sizes in pixels, of the stored original. */
export interface Picture {
  key: string;
  width: number;
  height: number;
}

/** Widths in which every picture is offered, as long as the original is wider. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280, 1600] as const;

export function pictureSource(picture: Picture): string {
  return media.original(picture.key);
}

/** A `srcset` attribute in one format, or null where the original is smaller than every offered width. */
export function pictureSrcset(picture: Picture, format: 'avif' | 'webp'): string | null {
  const widths = variantWidths(picture.width);
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
}

export function pictureToWire(picture: Picture | null): PictureOnWire {
  return {
    image: picture && pictureSource(picture),
    image_width: picture?.width ?? null,
    image_height: picture?.height ?? null,
    image_srcset: picture && pictureSrcset(picture, 'webp'),
  };
}

/** The way back, for islands that append records they fetched. */
export function pictureFromWire(wire: PictureOnWire): Picture | null {
  const key = wire.image?.match(/\/media\/([0-9a-z]+)\.webp$/)?.[1];
  if (!key || !wire.image_width || !wire.image_height) return null;
  return { key, width: wire.image_width, height: wire.image_height };
}
