import { z } from 'zod';
import { t } from '#i18n/text.ts';

/** Accepts the spellings of forms and scripts; undefined if missing. */
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

/** The `updated_at` that the client read, for conflict detection. */
export const versionField = z
  .nullish(z.string({ error: 'Send updated_at as it was read, or leave it out.' }))
  .transform((value) => value || undefined)
  .optional();

const pictureError = 'Choose a picture.';

/** A data URL is a new picture, a stored one's address selects it, nothing keeps the current one. */
export const imageField = z.nullish(z.string({ error: pictureError })).transform((text) => text || undefined);

/** As `imageField`, but an empty one removes the picture; undefined keeps it. */
export const optionalPicture = z.nullish(z.string({ error: pictureError }));

export const newImageField = z.string({ error: pictureError }).min(1, { error: pictureError });

const id = z.int().positive().max(2_147_483_647);
const idText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(id);

export function optionalChoice(words: readonly string[], error: string) {
  return z.nullish(z.enum(['', ...words], { error })).transform((word) => word ?? undefined);
}

export function chosen(what: string) {
  return z.union([id, idText, z.object({ id: z.union([id, idText]) }).transform((object) => object.id)], {
    error: () => t`Choose a ${t(what)}.`,
  });
}

/** At least one id; duplicates are removed, the order is kept. */
export function someChosen(what: string, most = 100) {
  const error = () => t`Choose at least one ${t(what)}.`;
  return z
    .array(chosen(what), { error })
    .min(1, { error })
    .max(most, { error: () => t`Choose at most ${most}.` })
    .transform((ids) => [...new Set(ids)]);
}
