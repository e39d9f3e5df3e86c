import * as z from 'zod/mini';

export const onboardingSteps = [
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

export type OnboardingStep = (typeof onboardingSteps)[number];

export const contacts = ['phone', 'whatsapp', 'email', 'address', 'facebook'] as const;

export type Contact = (typeof contacts)[number];

export const onboardingSchema = z.object({
  steps: z.array(z.object({ step: z.enum(onboardingSteps), done: z.boolean() })),
  put_away: z.boolean(),
  /** Sample records that can be removed in one step. */
  sample_left: z.int(),
  /** Contact fields that are empty or still those of the sample. */
  contacts_missing: z.array(z.enum(contacts)),
  /** False: no mail server is set, so a test mail would not arrive. */
  mail_server: z.boolean(),
  notified: z.array(z.string()),
});

export type Onboarding = z.infer<typeof onboardingSchema>;

/** A sample record that was changed, or that another record refers to. */
const keptSample = z.object({ table: z.string(), id: z.int(), name: z.string() });

export const sampleRemovedSchema = z.object({
  data: z.object({
    /** The timestamp that identifies this removal, to undo it. */
    removed_at: z.string(),
    removed: z.int(),
    kept: z.array(keptSample),
  }),
  message: z.string(),
});

export type SampleRemoved = z.infer<typeof sampleRemovedSchema>;
export type KeptSample = z.infer<typeof keptSample>;

export const sampleRestoredSchema = z.object({ data: z.object({ restored: z.int() }), message: z.string() });

export const testMailSchema = z.object({ data: z.object({ to: z.string() }), message: z.string() });
