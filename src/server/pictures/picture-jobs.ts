import type { Focus } from '#wire/picture.ts';

/** What the picture worker is asked, and what it answers. Bytes travel as they are. */
export type PictureJob =
  /** Only what is ours may be an SVG. */
  | { task: 'prepare'; bytes: Uint8Array; isOurs?: boolean }
  | { task: 'crop'; bytes: Uint8Array; part: PicturePart }
  | { task: 'variant'; bytes: Uint8Array; width: number; format: VariantFormat }
  | { task: 'draw'; svg: string; layers: PictureLayer[]; format: 'jpeg' | 'png' };

/** `few-colours` is WebP without loss, of sixteen colours. */
export type VariantFormat = 'avif' | 'webp' | 'few-colours';

/** A rectangle of a picture, each number from 0 to 1. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A stored picture on a drawing: it fills its place, or stands at the foot of it. In pixels of the drawing. */
export interface PictureLayer {
  bytes: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
  fit: 'cover' | 'contain';
  /** What must be seen of it where it is cropped; else its middle. */
  focus?: Focus | undefined;
}

export type PictureResult =
  | { bytes: Uint8Array; width: number; height: number; isDrawing?: boolean }
  | { refused: 'type' | 'pixels' | 'broken' | 'slow' };
