import { z } from 'zod';
import { chosen, versionField } from '#server/fields/choices.server.ts';
import { dateField } from '#server/fields/dates.server.ts';
import { line, optionalLine, optionalParagraph, paragraph } from '#server/fields/texts.server.ts';
import { readEmail, readNumber } from '../../demo-requests/read-request.server.ts';
import { leadLimits, stages } from '../schema.ts';

export const stageField = z.enum(stages, { error: `Choose one of ${stages.join(', ')}.` });

/** Undefined keeps what is there, null or an empty text takes it away. */
function clearable<T>(field: z.ZodType<T>, error?: string) {
  const nothing = z.union([z.null(), z.literal('')]).transform(() => null);
  return z.union([nothing, field], error ? { error } : undefined).optional();
}

const number = z.string({ error: 'Write the number.' }).transform((text, context) => {
  const value = readNumber(text);
  if (value !== null) return value;
  context.addIssue('This is no phone number. Write it like 01712-345678, or with + and the code of the country.');
  return z.NEVER;
});

const email = z.string({ error: 'Write the e-mail address.' }).transform((text, context) => {
  const value = readEmail(text);
  if (value !== null) return value;
  context.addIssue('This is no e-mail address. Write it like name@example.com.');
  return z.NEVER;
});

/** What an edit of a lead sends: any of these, the others stay as they are. */
export const leadForm = z.object({
  status: stageField.optional(),
  lost_reason: optionalLine('reason', leadLimits.lostReason),
  owner_id: clearable(chosen('person'), 'Choose a person.'),
  next_step: clearable(line('next step', leadLimits.nextStep)),
  next_step_on: clearable(dateField, 'Choose a date, or write it as 2026-12-05.'),
  note: optionalParagraph('note', leadLimits.note),
  name: line('name', leadLimits.name).optional(),
  institute_name: line('name of the institute', leadLimits.name).optional(),
  number: number.optional(),
  email: email.optional(),
  updated_at: versionField,
});
export type LeadForm = z.output<typeof leadForm>;

export const noteForm = z.object({ note: paragraph('note', leadLimits.note) });
