import * as z from 'zod/mini';
import { idOnWire } from './records.ts';

const focusOnWire = z.nullable(z.object({ x: z.number(), y: z.number() }));

export const libraryPictureOnWire = z.object({
  id: idOnWire,
  /** The address that an `image` field accepts. */
  image: z.string(),
  image_srcset: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  /** Bytes of the stored original. */
  size: z.number(),
  name: z.string(),
  alt: z.string(),
  focus: focusOnWire,
  uploaded_at: z.string(),
  uploaded_by: z.nullable(z.string()),
  cropped_from: z.nullable(idOnWire),
  used: z.boolean(),
  /** Kept until it is deleted; others are removed some time after their last use. */
  kept: z.boolean(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});

const pictureUseOnWire = z.object({
  what: z.string(),
  title: z.string(),
  link: z.string(),
  place: z.enum(['picture', 'text']),
  in_trash: z.boolean(),
});

export const pictureDetailsOnWire = z.extend(libraryPictureOnWire, { uses: z.array(pictureUseOnWire) });

/** Newest first; `next` is the cursor, null on the last page. */
export const libraryPageOnWire = z.object({
  data: z.array(libraryPictureOnWire),
  next: z.nullable(idOnWire),
});

export type LibraryPicture = z.infer<typeof libraryPictureOnWire>;
export type PictureDetails = z.infer<typeof pictureDetailsOnWire>;
export type PictureUse = z.infer<typeof pictureUseOnWire>;
export type LibraryPage = z.infer<typeof libraryPageOnWire>;
