import * as mini from 'zod/mini';
import { line } from '#api/fields/texts.ts';
import { pictureShape } from '#api/records.ts';
import { type PicturedShown, textShapes } from '#api/shapes.ts';

const shapes = textShapes({
  gallery_title: line('title'),
  gallery_link: line('video link', 2_048),
});

/** The server fetches the picture, so it is in no form. */
export const videoShapes = {
  ...shapes,
  onWire: mini.extend(shapes.onWire, pictureShape),
  recordSchema: mini.extend(shapes.recordSchema, pictureShape),
};

export type Video = PicturedShown<typeof videoShapes>;
