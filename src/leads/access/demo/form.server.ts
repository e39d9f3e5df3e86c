import { z } from 'zod';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { line, paragraph } from '#server/fields/texts.server.ts';
import { lengthOf } from '#server/text.server.ts';
import { placeholders, unknownPlaceholders } from './placeholders.ts';
import { demoAccessLimits as limits } from './schema.ts';

const link = line('demo link', limits.link).refine(isWebAddress, {
  error: 'Enter a whole address, such as https://demo.example.com.',
});

/** Nothing, or nothing new, keeps the password that is there. */
const password = z
  .nullish(
    z
      .string({ error: 'The demo password must be text.' })
      .refine((text) => !/\p{Cc}/u.test(text), { error: 'The demo password must be one line.', abort: true })
      .refine((text) => lengthOf(text) <= limits.password, {
        error: `The demo password may have at most ${limits.password} characters.`,
      }),
  )
  .transform((text) => text?.trim().normalize('NFC') || null);

/** What the form of the demo access sends. */
export const demoAccessForm = z
  .object({
    demo_link: link,
    demo_password: password,
    subject: onlyKnownPlaceholders(line('subject', limits.subject)),
    message: onlyKnownPlaceholders(paragraph('message', limits.message)),
    status: statusField,
    updated_at: versionField,
  })
  .transform(({ demo_link, demo_password, updated_at, ...form }) => ({
    ...form,
    link: demo_link,
    password: demo_password,
    updatedAt: updated_at,
  }));

export type DemoAccessForm = z.output<typeof demoAccessForm>;

function onlyKnownPlaceholders<T extends z.ZodType<string>>(text: T) {
  return text.superRefine((template, context) => {
    const unknown = unknownPlaceholders(template);
    if (unknown.length === 0) return;
    const known = placeholders.map(({ name }) => `{${name}}`).join(', ');
    context.addIssue(`There is nothing to fill in for ${unknown.join(', ')}. You can use ${known}.`);
  });
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
}
