import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { chosen, line, optionalLine, paragraph, textShapes } from '#api/shapes.ts';
import { t } from '#i18n/text.ts';
import { readTemplate, unknownPlaceholders } from '../demo-access/mail-text.tsx';
import { outcomes, waysToWrite } from '../lead/strings.ts';

export const templateShapes = textShapes(
  {
    name: line('name', 60),
    subject: fillable(optionalLine('subject', 190)),
    message: fillable(paragraph('message', 1_000)),
    after_call: classic
      .enum(['', ...outcomes], { error: () => t`Choose one of ${outcomes.join(', ')}, or nothing.` })
      .nullish()
      .transform((outcome) => outcome ?? undefined),
  },
  { unsearched: ['after_call'] },
);

export const messagesSchema = z.array(
  z.object({
    template_id: idSchema,
    name: z.string(),
    subject: z.string(),
    message: z.string(),
    after_call: z.string(),
    /** Why it can't be sent now; null where it can. */
    off: z.nullable(z.string()),
  }),
);
export type Messages = z.infer<typeof messagesSchema>;

export const messageForm = classic.object({
  way: classic.enum(waysToWrite, { error: () => t`Choose one of ${waysToWrite.join(', ')}.` }),
  template_id: chosen('template').nullish(),
});

/** Without `password`, which must not go into a chat, and without `expires`. */
const allowedPlaceholders = ['name', 'institute', 'link'];

function fillable<T extends classic.ZodType<string | undefined>>(text: T) {
  return text.superRefine((template, context) => {
    const others = readTemplate(template ?? '').flatMap((piece) =>
      typeof piece === 'string' || allowedPlaceholders.includes(piece.placeholder) ? [] : [`{${piece.placeholder}}`],
    );
    const unknown = [...unknownPlaceholders(template ?? ''), ...new Set(others)];
    if (unknown.length === 0) return;
    const allowed = allowedPlaceholders.map((name) => `{${name}}`).join(', ');
    context.addIssue(t`There is nothing to fill in for ${unknown.join(', ')}. You can use ${allowed}.`);
  });
}
