import * as z from 'zod/mini';
import { mailStates } from '#mail/states.ts';

export const onboardingSteps = [
  'password',
  'brand',
  'contact',
  'mail',
  'demo_access',
  'notify',
  'request',
  'invite',
  'sample',
] as const;

export type OnboardingStep = (typeof onboardingSteps)[number];

export const contacts = ['phone', 'whatsapp', 'email', 'address'] as const;

export type Contact = (typeof contacts)[number];

/** The first account has this host where nobody set ADMIN_EMAIL. No mail to it is read by anybody. */
export const inventedHost = '@example.com';

const samplePlace = z.object({
  section: z.string(),
  /** As shipped, and not removed. */
  sample: z.int(),
  /** Written, changed or entered by staff. */
  own: z.int(),
  /** Visitors see nothing there. */
  empty: z.boolean(),
});

export type SamplePlace = z.infer<typeof samplePlace>;

export const onboardingSchema = z.object({
  steps: z.array(z.object({ step: z.enum(onboardingSteps), done: z.boolean() })),
  put_away: z.boolean(),
  /** Records and contact fields of the sample that can be removed in one step. */
  sample_left: z.int(),
  /** The same by section, each of which can be removed by itself, in the order in which visitors meet them. */
  places: z.array(samplePlace),
  /** Contact fields that are empty or still those of the sample. */
  contacts_missing: z.array(z.enum(contacts)),
  /** False: no mail server is set, so a test mail would not arrive. */
  mail_server: z.boolean(),
  /** What a visitor sent last, unless it was deleted, with the state of its mail. */
  latest_request: z.nullable(
    z.object({
      id: z.int(),
      institute_name: z.string(),
      created_at: z.string(),
      mail: z.nullable(z.enum(mailStates)),
    }),
  ),
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
