import * as z from 'zod/mini';
import { media } from '#paths.ts';
import { idSchema } from './records.ts';

/** Width and height of the stored original, in pixels. */
export interface Picture {
  /** 40 hexadecimal digits, those of the content's hash; earlier versions marked drawings by the last one. */
  key: string;
  width: number;
  height: number;
  alt?: string;
  focus?: Focus;
}

/** x and y from 0 to 1. */
export interface Focus {
  x: number;
  y: number;
}

/** Scaled variants in pixels; wider ones than the original are left out. */
export const pictureWidths = [160, 320, 480, 720, 960, 1280, 1600] as const;

export const variantFormats = ['avif', 'webp'] as const;

export type VariantFormat = (typeof variantFormats)[number];

export function pictureSource(picture: Picture): string {
  return media.original(picture.key);
}

/** The `srcset` in one format; null if the original is narrower than all variants. */
export function pictureSrcset(picture: Picture, format: VariantFormat): string | null {
  const widths = variantWidths(picture.width);
  if (widths.length === 0) return null;
  return widths.map((width) => `${media.variant(picture.key, width, format)} ${width}w`).join(', ');
}

export function variantWidths(originalWidth: number): number[] {
  return pictureWidths.filter((width) => width <= originalWidth);
}

export interface PictureFields {
  image: string | null;
  image_width: number | null;
  image_height: number | null;
  image_srcset: string | null;
  image_alt: string | null;
  image_focus: Focus | null;
}

export function toPictureFields(picture: Picture | null): PictureFields {
  return {
    image: picture && pictureSource(picture),
    image_width: picture?.width ?? null,
    image_height: picture?.height ?? null,
    image_srcset: picture && pictureSrcset(picture, 'webp'),
    image_alt: picture?.alt ?? null,
    image_focus: picture?.focus ?? null,
  };
}

export function flattenPicture<T extends { id: number; picture?: Picture | null }>({ picture, ...record }: T) {
  const flat = picture === undefined ? {} : toPictureFields(picture);
  return { ...record, ...flat } as Omit<T, 'picture'> &
    (T extends { picture: Picture | null } ? PictureFields : object);
}

export function fromPictureFields({
  image,
  image_width: width,
  image_height: height,
  image_alt: alt,
  image_focus: focus,
}: PictureFields): Picture | null {
  const key = image?.match(/\/media\/([0-9a-z]+)\.webp$/)?.[1];
  if (!key || !width || !height) return null;
  return { key, width, height, ...(alt && { alt }), ...(focus && { focus }) };
}

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
