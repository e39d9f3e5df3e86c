import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { chosen, line, oneOf, optionalLine, paragraph, textShapes } from '#api/shapes.ts';
import { t } from '#i18n/text.ts';
import { onlyKnownPlaceholders } from '../demo-access/mail-text.tsx';
import { outcomes, waysToWrite } from '../lead/strings.ts';

export const templateShapes = textShapes(
  {
    name: line('name', 60),
    subject: onlyKnownPlaceholders(optionalLine('subject', 190)),
    message: onlyKnownPlaceholders(paragraph('message', 1_000)),
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
  way: oneOf(waysToWrite),
  template_id: chosen('template').nullish(),
});
