import { line } from '#api/fields/texts.ts';
import { type Shown, textShapes } from '#api/shapes.ts';
import { youtubeId } from './youtube.ts';

export const videoShapes = textShapes({
  gallery_title: line('title'),
  gallery_link: line('video link', 2_048).refine((link) => youtubeId(link) !== null, {
    error: 'Paste the address of a YouTube video, like https://www.youtube.com/watch?v=…',
  }),
});

export type Video = Shown<typeof videoShapes>;
