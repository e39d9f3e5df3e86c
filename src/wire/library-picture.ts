import * as z from 'zod/mini';
import { idOnWire } from './records.ts';

const focusOnWire = z.nullable(z.object({ x: z.number(), y: z.number() }));

/** A picture of the library, as the back office is told of it. */
export const libraryPictureOnWire = z.object({
  id: idOnWire,
  /** Its address: what an `image` field takes to choose it. */
  image: z.string(),
  image_srcset: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  /** In bytes, of the stored original. */
  size: z.number(),
  name: z.string(),
  alt: z.string(),
  focus: focusOnWire,
  uploaded_at: z.string(),
  /** The name of who brought it, where that is known. */
  uploaded_by: z.nullable(z.string()),
  cropped_from: z.nullable(idOnWire),
  /** Whether a record or a text shows it, also one in the trash. */
  used: z.boolean(),
  /** It stays until it is deleted; others are removed some time after nothing shows them any more. */
  kept: z.boolean(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});

/** Where a picture is seen. */
const pictureUseOnWire = z.object({
  /** As in 'Institutional News'. */
  what: z.string(),
  title: z.string(),
  /** The screen that edits it. */
  link: z.string(),
  /** As the picture of the record, or within its text. */
  place: z.enum(['picture', 'text']),
  in_trash: z.boolean(),
});

export const pictureDetailsOnWire = z.extend(libraryPictureOnWire, { uses: z.array(pictureUseOnWire) });

/** The newest first; `next` asks for those that follow, and is null after the last. */
export const libraryPageOnWire = z.object({
  data: z.array(libraryPictureOnWire),
  next: z.nullable(idOnWire),
});

export type LibraryPicture = z.infer<typeof libraryPictureOnWire>;
export type PictureDetails = z.infer<typeof pictureDetailsOnWire>;
export type PictureUse = z.infer<typeof pictureUseOnWire>;
export type LibraryPage = z.infer<typeof libraryPageOnWire>;
