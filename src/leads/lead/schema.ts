import * as z from 'zod/mini';
import { idSchema, pageSchema } from '#api/records.ts';
import { t } from '#i18n/text.ts';
import { mailStates } from '#mail/states.ts';
import { leadOrigins, outcomes, type Stage, stages, waysToWrite } from './strings.ts';

export const openStages = ['new', 'contacted', 'demo_given'] as const satisfies Stage[];

export const sorts = ['newest', 'waiting', 'next_step', 'changed'] as const;
export type Sort = (typeof sorts)[number];

export const resendsADay = 5;

export const staleLead = t('Somebody else changed this lead after you opened it. Nothing was saved.');

const personSchema = z.object({ id: idSchema, name: z.string() });

const text = z.nullable(z.string());
const number = z.nullable(z.int());
const otherId = z.nullable(idSchema);

const leadMailSchema = z.object({
  id: idSchema,
  to: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  next_attempt_at: text,
  at: z.string(),
  /** Answer of the mail server, or another error. */
  reason: text,
});
export type LeadMail = z.infer<typeof leadMailSchema>;

export const accessMails = ['none', 'waiting', 'queued', 'held'] as const;

/** `status` is its stage. Timestamps are ISO 8601, days YYYY-MM-DD. */
export const leadSchema = z.object({
  id: idSchema,
  name: z.string(),
  institute_name: z.string(),
  number: z.string(),
  email: z.string(),
  status: z.enum(stages),
  status_since: z.string(),
  lost_reason: text,
  owner: z.nullable(personSchema),
  next_step: text,
  next_step_on: text,
  /** HH:MM in Dhaka; null for any time of that day. */
  next_step_time: text,
  overdue: z.boolean(),
  spam: z.boolean(),
  spam_reasons: z.array(z.string()),
  /**
   * State of the mail with link and password: none promised, waiting for a demo access, in the outbox,
   * held.
   */
  access_mail: z.enum(accessMails),
  mail: z.nullable(leadMailSchema),
  has_duplicates: z.boolean(),
  merged_into_id: otherId,
  page: text,
  referrer: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  /** The tag of the campaign, else the page or app that led here, else `direct`. */
  source: z.string(),
  /** By which the advertiser knows the click or form again: `fbclid`, `gclid` or another parameter, or `leadgen_id`. */
  click_id: z.nullable(z.object({ kind: z.string(), value: z.string() })),
  district: text,
  institute_kind: text,
  students: text,
  package_note: text,
  /** Versions of the consent text and the privacy policy that the sender saw; null if none was shown. */
  consent: text,
  origin: z.enum(leadOrigins),
  import_id: number,
  /** Minutes until the first call; null if there was none. */
  called_after: number,
  /** In taka. */
  value: number,
  last_note: z.nullable(z.object({ note: z.string(), at: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: text,
});
export type Lead = z.infer<typeof leadSchema>;

/**
 * `request_id` differs from the lead's for events of a merged lead. `note_id` allows changing, deleting and restoring a
 * note; `changed_at` and `changed_by` then hold the last change. `call_id` allows deleting a call.
 */
function eventOf<Name extends string, Details extends z.ZodMiniType>(name: Name, details: Details) {
  return z.object({
    key: z.string(),
    note_id: otherId,
    call_id: otherId,
    event: z.literal(name),
    at: z.string(),
    /** The name at the time; the id is null if the account is gone. */
    user: z.nullable(z.extend(personSchema, { id: otherId })),
    request_id: idSchema,
    details,
  });
}

const nothing = z.null();
const optionalText = z.optional(z.string());
const noteDetails = z.object({ note: optionalText, changed_at: optionalText, changed_by: optionalText });
const mailDetails = z.object({
  mail_id: idSchema,
  to: z.string(),
  subject: z.string(),
  answer: optionalText,
  to_staff: z.optional(z.boolean()),
});
const mergeDetails = z.object({ ids: z.array(idSchema) });

const leadEventSchema = z.discriminatedUnion('event', [
  eventOf('received', nothing),
  eventOf('added', nothing),
  eventOf('imported', nothing),
  eventOf('stage_changed', z.object({ from: z.enum(stages), to: z.enum(stages), reason: optionalText })),
  eventOf('owner_changed', z.object({ to: text })),
  eventOf('next_step_changed', z.object({ next_step: text, next_step_on: text, next_step_time: z.optional(text) })),
  eventOf('value_changed', z.object({ from: number, to: number })),
  eventOf('details_changed', z.object({ before: z.record(z.string(), z.string()) })),
  eventOf('called', z.object({ outcome: z.enum(outcomes) })),
  eventOf('messaged', z.object({ way: z.enum(waysToWrite), template: text, text: optionalText })),
  eventOf('noted', noteDetails),
  eventOf('note_deleted', noteDetails),
  eventOf('mail_queued', mailDetails),
  eventOf('mail_sent', mailDetails),
  eventOf('mail_unclear', mailDetails),
  eventOf('mail_bounced', mailDetails),
  eventOf('mail_dead', mailDetails),
  eventOf('mail_cancelled', mailDetails),
  eventOf('mail_waiting', nothing),
  eventOf('mail_held', nothing),
  eventOf('mail_resent', nothing),
  eventOf('sms_queued', z.object({ to: z.string(), text: z.string(), parts: z.int() })),
  eventOf('sms_sent', z.object({ to: z.string() })),
  eventOf('sms_failed', z.object({ to: z.string(), answer: optionalText })),
  eventOf('access_asked', nothing),
  eventOf('access_made', z.object({ expires_on: z.string() })),
  eventOf('access_not_made', nothing),
  eventOf('marked_spam', z.nullable(z.object({ reasons: z.string(), score: z.number() }))),
  eventOf('marked_not_spam', nothing),
  eventOf('merged', mergeDetails),
  eventOf('unmerged', mergeDetails),
  eventOf('deleted', nothing),
  eventOf('restored', nothing),
  eventOf('exported', nothing),
]);
export type LeadEvent = z.infer<typeof leadEventSchema>;
export type DetailsOf<Name extends LeadEvent['event']> = Extract<LeadEvent, { event: Name }>['details'];

/** Events that are stored; the others are derived from the mails. */
export type StoredEvent = Exclude<
  LeadEvent['event'],
  'mail_sent' | 'mail_unclear' | 'mail_bounced' | 'mail_dead' | 'mail_cancelled'
>;

export const wholeLeadSchema = z.extend(leadSchema, { history: z.array(leadEventSchema), merged: z.array(leadSchema) });
export type WholeLead = z.infer<typeof wholeLeadSchema>;

export const leadsPage = pageSchema(leadSchema);

export const boardSchema = z.object({
  data: z.array(
    z.object({
      status: z.enum(stages),
      name: z.string(),
      page: leadsPage,
      imported: z.int(),
    }),
  ),
  total: z.number(),
});
export type Board = z.infer<typeof boardSchema>;

/** The fields needed to change all leads of a filter together, and to undo it. */
export const chosenLeadSchema = z.pick(leadSchema, { id: true, status: true, lost_reason: true, spam: true });
export type ChosenLead = z.infer<typeof chosenLeadSchema>;

const plannedSchema = z.extend(
  z.pick(leadSchema, {
    id: true,
    name: true,
    institute_name: true,
    number: true,
    status: true,
    next_step: true,
    next_step_time: true,
    owner: true,
  }),
  { next_step_on: z.string() },
);
export type Planned = z.infer<typeof plannedSchema>;

/** Days from `first` to `last`. Each day with next steps has their number and the first leads. */
export const calendarSchema = z.object({
  first: z.string(),
  last: z.string(),
  today: z.string(),
  total: z.int(),
  days: z.array(z.object({ day: z.string(), count: z.int(), leads: z.array(plannedSchema) })),
});
export type Calendar = z.infer<typeof calendarSchema>;

export const ownersSchema = z.array(personSchema);
export type Owner = z.infer<typeof personSchema>;

export const duplicatesSchema = z.array(z.object({ by: z.enum(['number', 'email', 'institute']), lead: leadSchema }));
export type Duplicates = z.infer<typeof duplicatesSchema>;

const importRowSchema = z.object({
  line: z.number(),
  result: z.enum(['new', 'duplicate', 'invalid']),
  name: z.string(),
  institute_name: z.string(),
  number: z.string(),
  email: z.string(),
  status: z.enum(stages),
  errors: z.record(z.string(), z.array(z.string())),
  note: text,
  lead_id: otherId,
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const dateOrders = ['day_first', 'month_first'] as const;

export const importResultSchema = z.object({
  import_id: number,
  /** Of a workbook; `rows` are those with something in them. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })),
  sheet: text,
  /** The first lines with something in them, one of which has the heads. */
  lines: z.array(z.object({ line: z.int(), text: z.string() })),
  /** The line of the heads; 0 for a list without. */
  head_row: z.int(),
  date_order: z.enum(dateOrders),
  /** Whether some dates can be read both ways. */
  date_order_unsure: z.boolean(),
  /** The first five rows below the heads. */
  preview: z.array(z.array(z.string())),
  columns: z.array(z.object({ head: z.string(), field: text })),
  rows: z.array(importRowSchema),
  /** `rows`, below the heads, are `new`, `duplicate`, `invalid` and `blank` together. */
  counts: z.object({
    rows: z.number(),
    new: z.number(),
    duplicate: z.number(),
    invalid: z.number(),
    blank: z.number(),
    added: z.number(),
  }),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/**
 * Months until leads are erased; null keeps them. Counted from their last change of stage, or for spam from its
 * creation.
 */
export const retentionSchema = z.object({
  won: number,
  lost: number,
  spam: number,
  /** Start of stricter rules; null if the rules are in force. */
  applies_from: text,
});
export type Retention = z.infer<typeof retentionSchema>;
