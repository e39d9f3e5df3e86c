import * as z from 'zod/mini';

/** What whoever sets up the product does first, in this order. */
export const firstSteps = [
  'password',
  'brand',
  'contact',
  'mail',
  'demo_access',
  'notify',
  'request',
  'sample',
  'invite',
] as const;

export type FirstStep = (typeof firstSteps)[number];

/** How visitors reach the vendor, as the site settings have it. */
export const contacts = ['phone', 'whatsapp', 'email', 'address', 'facebook'] as const;

export type Contact = (typeof contacts)[number];

/** The list of first steps, as the store says how far they are. */
export const firstDayOnWire = z.object({
  steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
  /** By who is signed in. */
  put_away: z.boolean(),
  /** Records of the sample that can still be removed in one step. */
  sample_left: z.int(),
  /** Contact facts that are empty, or the sample's. */
  contacts_missing: z.array(z.enum(contacts)),
  /** False: no mail server is set, so no test mail would arrive. */
  mail_server: z.boolean(),
  /** Who is mailed of demo requests, at once or each morning. */
  notified: z.array(z.string()),
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

export const testMailOnWire = z.object({ data: z.object({ to: z.string() }), message: z.string() });
