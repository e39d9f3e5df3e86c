import type { Focus, VariantFormat } from '#api/picture.ts';

export type PictureJob =
  /** SVG is accepted from the program itself only. */
  | { task: 'prepare'; bytes: Uint8Array; isOurs?: boolean }
  | { task: 'variant'; bytes: Uint8Array; width: number; format: VariantFormat }
  | { task: 'draw'; svg: string; layers: PictureLayer[]; texts: PictureText[]; format: 'jpeg' | 'png' };

/** A stored picture composited on a drawing; numbers in pixels. `contain` aligns it to the bottom. */
export interface PictureLayer {
  bytes: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
  fit: 'cover' | 'contain';
  focus?: Focus | undefined;
}

/** A text composited on a drawing; numbers in pixels. */
export interface PictureText {
  /** Pango markup; the first that is not higher than `height` is drawn. */
  markups: string[];
  left: number;
  top: number;
  width: number;
  height: number;
  align: 'top' | 'middle';
}

export type PictureResult =
  | { bytes: Uint8Array; width: number; height: number }
  | { refused: 'type' | 'pixels' | 'broken' | 'slow' };
