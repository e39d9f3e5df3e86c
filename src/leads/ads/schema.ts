import * as z from 'zod/mini';

/** What a question of a form at Meta can be taken for; an answer to any other goes into the note. */
export const leadAdFields = [
  'name',
  'institute_name',
  'number',
  'email',
  'district',
  'institute_kind',
  'students',
  'note',
] as const;

export const leadAdsSchema = z.object({
  /** What Meta calls. */
  url: z.string(),
  status: z.boolean(),
  page_id: z.string(),
  fields: z.record(z.string(), z.enum(leadAdFields)),
  /** The names of those that are stored. */
  secrets: z.array(z.string()),
  /** How many leads are still to be fetched, and why that did not work last. */
  waiting: z.int(),
  last_error: z.nullable(z.string()),
});
export type LeadAds = z.infer<typeof leadAdsSchema>;
