import { z } from 'zod';

/** What is shown, as forms and scripts write it; undefined where nothing is said. */
export const statusField = z
  .nullish(
    z.union([z.boolean(), z.literal(1), z.literal(0), z.literal('1'), z.literal('0')], {
      error: 'The status must be 1 (Active) or 0 (Inactive).',
    }),
  )
  .transform((value) => (value === null || value === undefined ? undefined : asStatus(value)));

function asStatus(value: boolean | 1 | 0 | '1' | '0'): 0 | 1 {
  return value === true || value === 1 || value === '1' ? 1 : 0;
}

/** `updated_at` as the record was read, for an edit that must not overwrite a newer one. */
export const versionField = z
  .nullish(z.string({ error: 'Send updated_at as it was read, or leave it out.' }))
  .transform((value) => value || undefined)
  .optional();

const notText = 'Choose a picture.';

/**
 * The `image` of a form, unread: a data URL is a new picture, the address of a stored one is that one, and nothing keeps
 * what is there; see `readImageField`.
 */
export const imageField = z.nullish(z.string({ error: notText })).transform((text) => text || undefined);

/** The same where a picture must come: on create, where the list shows one. */
export const newImageField = z.string({ error: notText }).min(1, { error: notText });

const id = z.int().positive().max(2_147_483_647);
const idText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(id);

/** One of these words, or none; undefined where nothing is said. */
export function optionalChoice(words: readonly string[], error: string) {
  return z.nullish(z.enum(['', ...words], { error })).transform((word) => word ?? undefined);
}

/** An id, or an object that has one: what a select of any kind hands over. */
export function chosen(what: string) {
  return z.union([id, idText, z.object({ id: z.union([id, idText]) }).transform((object) => object.id)], {
    error: `Choose a ${what}.`,
  });
}

/** At least one id; twice the same counts once, and the order stays. */
export function someChosen(what: string, most = 100) {
  return z
    .array(chosen(what), { error: `Choose at least one ${what}.` })
    .min(1, { error: `Choose at least one ${what}.` })
    .max(most, { error: `Choose at most ${most}.` })
    .transform((ids) => [...new Set(ids)]);
}
