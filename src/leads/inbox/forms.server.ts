import { z } from 'zod';
import { chosen, dateField, line, optionalLine, optionalParagraph, paragraph, versionField } from '#api/shapes.ts';
import { t } from '#i18n/text.ts';
import { leadLimits } from '../lead/limits.ts';
import { stages } from '../lead/strings.ts';
import { readBy, readEmail, readNumber, readTaka } from '../lead/texts.server.ts';

export const stageField = z.enum(stages, { error: () => t`Choose one of ${stages.join(', ')}.` });

/** Undefined leaves the field unchanged, null or an empty text clears it. */
function clearable<T>(field: z.ZodType<T>, error?: string | (() => string)) {
  const nothing = z.union([z.null(), z.literal('')]).transform(() => null);
  return z.union([nothing, field], error ? { error } : undefined).optional();
}

const noNumber = t('This is no phone number. Write it like 01712-345678, or with + and the code of the country.');
const number = z.string({ error: 'Write the number.' }).transform(readBy(readNumber, noNumber));

const noEmail = t('This is no e-mail address. Write it like name@example.com.');
const email = z.string({ error: 'Write the e-mail address.' }).transform(readBy(readEmail, noEmail));

const noTaka = () => t`Write a whole number of taka, up to ${leadLimits.value}.`;
const taka = z
  .union([z.number(), z.string()])
  .transform((value, context) => readBy(readTaka, noTaka())(String(value), context));

export const leadForm = z.object({
  status: stageField.optional(),
  lost_reason: optionalLine('reason', leadLimits.lostReason),
  owner_id: clearable(chosen('person'), t('Choose a person.')),
  next_step: clearable(line('next step', leadLimits.nextStep)),
  next_step_on: clearable(dateField, t('Choose a date, or write it as 2026-12-05.')),
  value: clearable(taka, noTaka),
  note: optionalParagraph('note', leadLimits.note),
  name: line('name', leadLimits.name).optional(),
  institute_name: line('name of the institute', leadLimits.name).optional(),
  number: number.optional(),
  email: email.optional(),
  updated_at: versionField,
});
export type LeadForm = z.output<typeof leadForm>;

/** A given address also replaces the lead's. */
export const resendForm = z.object({ email: email.optional() }).nullish();

export const noteForm = z.object({ note: paragraph('note', leadLimits.note) });
export const changedNoteForm = noteForm.extend({ updated_at: versionField });

/**
 * A lead added by hand needs only a name and a way to reach somebody. Likely duplicates answer 409, unless
 * `add_duplicate` is set.
 */
export const newLeadForm = leadForm
  .pick({ status: true, lost_reason: true, owner_id: true, next_step: true, next_step_on: true, note: true })
  .extend({
    name: optionalLine('name', leadLimits.name),
    institute_name: optionalLine('name of the institute', leadLimits.name),
    number: clearable(number, noNumber),
    email: clearable(email, noEmail),
    send_mail: z.boolean({ error: 'Say with send_mail whether to mail the demo link and password.' }).optional(),
    add_duplicate: z.boolean({ error: 'Say with add_duplicate whether to add it all the same.' }).optional(),
  })
  .superRefine((form, context) => {
    const miss = (field: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (!form.name && !form.institute_name) miss('institute_name', t('Write a name or an institute.'));
    if (!form.number && !form.email) miss('number', t('Write a phone number or an e-mail address.'));
    if (form.send_mail && !form.email) miss('email', t('Write the address that the demo link and password go to.'));
  });
export type NewLeadForm = z.output<typeof newLeadForm>;
