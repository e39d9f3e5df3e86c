import { z } from 'zod';

const notText = 'Choose a picture.';

/**
 * The `image` of a form, unread: a data URL is a new picture; nothing, or the address that the record has, keeps what
 * is there. Which address that is, only the record knows; see `readImageField`.
 */
export const imageField = z.nullish(z.string({ error: notText })).transform((text) => text || undefined);

/** The same where a picture must come: on create, where the list shows one. */
export const newImageField = z.string({ error: notText }).min(1, { error: notText });
