import { Sealer } from '#server/http/sealed.server.ts';
import type { Settings } from '#server/settings.server.ts';

/** Separates what is sealed here from all else that is. */
export const secretMailPurpose = 'mail';

/**
 * Mails with a secret for their receiver alone, such as a link to set a new password: they lie sealed, for whoever reads
 * the database, or a backup of it, would have it first.
 */
type Keys = Pick<Settings, 'secret'>;

interface Bodies {
  text: string;
  html: string;
}

export function sealMail(keys: Keys, { text, html }: Bodies): Bodies {
  const sealer = sealerOf(keys);
  return { text: sealer.seal(text), html: sealer.seal(html) };
}

/** What is to be sent. @throws where it was sealed by another secret */
export function openMail(keys: Keys, { is_secret, text, html }: Bodies & { is_secret: number }): Bodies {
  if (is_secret === 0) return { text, html };
  const sealer = sealerOf(keys);
  const [openedText, openedHtml] = [sealer.open(text), sealer.open(html)];
  if (typeof openedText === 'string' && typeof openedHtml === 'string') return { text: openedText, html: openedHtml };
  throw new Error('It can’t be opened: it was sealed by another SECRET');
}

function sealerOf({ secret }: Keys): Sealer {
  return new Sealer(secret, secretMailPurpose);
}
