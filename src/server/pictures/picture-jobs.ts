/** What the picture worker is asked, and what it answers. Bytes travel as they are. */
export type PictureJob =
  | { id: number; task: 'prepare'; bytes: Uint8Array }
  | { id: number; task: 'variant'; bytes: Uint8Array; width: number; format: 'avif' | 'webp' };

export type PictureResult =
  | { id: number; bytes: Uint8Array; width: number; height: number }
  | { id: number; refused: 'type' | 'pixels' | 'broken' };
