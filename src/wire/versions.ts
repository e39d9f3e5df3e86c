import * as z from 'zod/mini';

/** What is still to come of a record that has drafts: a text beside the public one, a day on which it goes on the site or off it. */
const pending = z.object({
  /** Whether visitors see the record now, whatever its draft says of that. */
  shown: z.boolean(),
  /** When the draft was saved last, and by whom; null without a draft. */
  draft_at: z.nullable(z.string()),
  draft_by: z.nullable(z.string()),
  publish_at: z.nullable(z.string()),
  unpublish_at: z.nullable(z.string()),
  /** Why it did not go on the site or off it at its time, or will not. */
  failed: z.nullable(z.string()),
});

/** Beside the fields of a record; null where nothing is to come. */
export const pendingOnWire = { pending: z.nullable(pending) };

export type Pending = z.infer<typeof pending>;

/** How a version came about: `found` is what a record said before its versions were kept. */
export const versionReasons = ['saved', 'draft', 'published', 'unpublished', 'restored', 'found'] as const;

export const versionOnWire = z.object({
  number: z.int(),
  at: z.string(),
  /** Null where nobody knows. */
  user_name: z.nullable(z.string()),
  what: z.enum(versionReasons),
  /** It came at the time that this person had set. */
  scheduled: z.boolean(),
});

export type Version = z.infer<typeof versionOnWire>;

/** With the form of the record as it was. */
export const wholeVersionOnWire = z.extend(versionOnWire, { fields: z.record(z.string(), z.unknown()) });

export type WholeVersion = z.infer<typeof wholeVersionOnWire>;

/** A page that is not public, and until when it can be opened. */
export const previewOnWire = z.object({ url: z.string(), expires_at: z.string() });

export type PreviewLink = z.infer<typeof previewOnWire>;
