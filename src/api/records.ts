import * as z from 'zod/mini';

export const idSchema = z.int().check(z.positive());

export const pictureShape = {
  image: z.nullable(z.string()),
  image_width: z.nullable(z.number()),
  image_height: z.nullable(z.number()),
  image_srcset: z.nullable(z.string()),
  image_alt: z.nullable(z.string()),
  image_focus: z.nullable(z.object({ x: z.number(), y: z.number() })),
};

export interface Listed {
  /** 1: published, 0: hidden. */
  status: number;
  /** Timestamps are ISO 8601 in UTC. */
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export const listedShape = {
  status: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
};

export function pageSchema<T extends z.ZodMiniType>(row: T) {
  return z.object({
    data: z.array(row),
    current_page: z.number(),
    per_page: z.number(),
    total: z.number(),
    last_page: z.number(),
    from: z.nullable(z.number()),
    to: z.nullable(z.number()),
    first_page_url: z.string(),
    last_page_url: z.string(),
    prev_page_url: z.nullable(z.string()),
    next_page_url: z.nullable(z.string()),
    path: z.string(),
    links: z.array(z.object({ url: z.nullable(z.string()), label: z.string(), active: z.boolean() })),
  });
}

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
