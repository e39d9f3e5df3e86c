import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pictureOnWire } from '#wire/records.ts';

/** What the institution says of itself. `date` is `YYYY-MM-DD`; `content` is sanitised HTML. */
export interface About {
  id: number;
  date: string;
  title: string;
  shortDescription: string;
  description: string;
  content: string;
  picture: Picture | null;
}

/** The same as the back office edits it. */
export type AboutRecord = About & Listed;

export const aboutOnWire = z.object({
  id: idOnWire,
  date: z.string(),
  title: z.string(),
  short_description: z.string(),
  description: z.string(),
  content: z.string(),
  ...pictureOnWire,
});

export const aboutRecordOnWire = z.extend(aboutOnWire, listedOnWire);

export function aboutToWire(about: About): z.infer<typeof aboutOnWire> {
  return {
    id: about.id,
    date: about.date,
    title: about.title,
    short_description: about.shortDescription,
    description: about.description,
    content: about.content,
    ...pictureToWire(about.picture),
  };
}

export function aboutRecordToWire(about: AboutRecord): z.infer<typeof aboutRecordOnWire> {
  return { ...aboutToWire(about), ...listedToWire(about) };
}
