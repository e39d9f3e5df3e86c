import * as z from 'zod/mini';

/** What whoever sets up the product does first, in this order. */
export const firstSteps = ['password', 'mail', 'brand', 'sample', 'invite'] as const;

export type FirstStep = (typeof firstSteps)[number];

/** The list of first steps, as the store says how far they are. */
export const firstDayOnWire = z.object({
  steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
  /** By who is signed in. */
  put_away: z.boolean(),
  /** Records of the sample that can still be removed in one step. */
  sample_left: z.int(),
});

export type FirstDay = z.infer<typeof firstDayOnWire>;

/** A record of the sample that somebody has changed since, or that something kept refers to. */
const keptSample = z.object({ table: z.string(), id: z.int(), name: z.string() });

export const sampleRemovedOnWire = z.object({
  data: z.object({
    /** By this the removal can be undone. */
    removed_at: z.string(),
    removed: z.int(),
    kept: z.array(keptSample),
  }),
  message: z.string(),
});

export type SampleRemoved = z.infer<typeof sampleRemovedOnWire>;
export type KeptSample = z.infer<typeof keptSample>;

export const sampleRestoredOnWire = z.object({ data: z.object({ restored: z.int() }), message: z.string() });
