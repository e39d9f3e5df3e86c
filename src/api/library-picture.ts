import * as z from 'zod/mini';
import { idSchema } from './records.ts';

const focusSchema = z.nullable(z.object({ x: z.number(), y: z.number() }));

export const libraryPictureSchema = z.object({
  id: idSchema,
  /** The address that an `image` field accepts. */
  image: z.string(),
  image_srcset: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  /** Bytes of the stored original. */
  size: z.number(),
  name: z.string(),
  alt: z.string(),
  focus: focusSchema,
  uploaded_at: z.string(),
  uploaded_by: z.nullable(z.string()),
  used: z.boolean(),
  /** Kept until it is deleted; others are removed some time after their last use. */
  kept: z.boolean(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});

const pictureUseSchema = z.object({
  what: z.string(),
  title: z.string(),
  link: z.string(),
  place: z.enum(['picture', 'text']),
  in_trash: z.boolean(),
});

export const pictureDetailsSchema = z.extend(libraryPictureSchema, { uses: z.array(pictureUseSchema) });

/** Newest first; `next` is the cursor, null on the last page. */
export const libraryPageSchema = z.object({
  data: z.array(libraryPictureSchema),
  next: z.nullable(idSchema),
});

export type LibraryPicture = z.infer<typeof libraryPictureSchema>;
export type PictureDetails = z.infer<typeof pictureDetailsSchema>;
export type PictureUse = z.infer<typeof pictureUseSchema>;
export type LibraryPage = z.infer<typeof libraryPageSchema>;
