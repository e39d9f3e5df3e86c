import { z } from 'zod';

/**
 * Rich text, unread: its size and its parts are checked where it is cleaned, see `cleanRichText`. Null is empty text;
 * absent means 'keep'.
 */
export const richTextField = z
  .nullish(z.string({ error: 'The content must be text.' }))
  .transform((html) => (html === null ? '' : html));

/** The same on create, where there is nothing to keep. */
export const newRichTextField = richTextField.transform((html) => html ?? '');
