import * as z from 'zod/mini';

const pending = z.object({
  /** Whether the record is published now, regardless of its draft. */
  shown: z.boolean(),
  draft_at: z.nullable(z.string()),
  draft_by: z.nullable(z.string()),
  publish_at: z.nullable(z.string()),
  unpublish_at: z.nullable(z.string()),
  failed: z.nullable(z.string()),
});

export const pendingShape = { pending: z.nullable(pending) };

export type Pending = z.infer<typeof pending>;

/** `found` is the state of a record before it had versions. */
export const versionReasons = ['saved', 'draft', 'published', 'unpublished', 'restored', 'found'] as const;

export const versionSchema = z.object({
  number: z.int(),
  at: z.string(),
  user_name: z.nullable(z.string()),
  what: z.enum(versionReasons),
  scheduled: z.boolean(),
  /** 1: published, 0: hidden. */
  status: z.int(),
});

z.globalRegistry.add(versionSchema, { id: 'Version' });

export type Version = z.infer<typeof versionSchema>;

export const wholeVersionSchema = z.extend(versionSchema, { fields: z.record(z.string(), z.unknown()) });

export type WholeVersion = z.infer<typeof wholeVersionSchema>;

export const previewSchema = z.object({ url: z.string(), expires_at: z.string() });

export type PreviewLink = z.infer<typeof previewSchema>;
