import { t } from '#i18n/text.ts';
import { type EncryptedColumn, Encrypter } from '#platform/crypto/encrypter.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';

export const mailSecret: EncryptedColumn = {
  what: 'waiting mails with a link for their receiver',
  purpose: 'mail',
  table: 'mails',
  columns: ['text', 'html'],
  rows: async (database) => {
    const mails = database.selectFrom('mails').select(['text', 'html']).where('is_secret', '=', 1);
    return (await mails.where('text', '<>', '').execute()).flatMap(({ text, html }) => [
      { sealed: text },
      { sealed: html },
    ]);
  },
};

interface Bodies {
  text: string;
  html: string;
}

/**
 * Mails with a secret for their receiver, such as a password link, are encrypted: otherwise anyone with the database or
 * a backup could use it first.
 */
export function encryptMail(keys: Keys, { text, html }: Bodies): Bodies {
  const sealer = sealerOf(keys);
  return { text: sealer.encrypt(text), html: sealer.encrypt(html) };
}

/**
 * Decrypts the body.
 * @throws where it was encrypted with another secret
 */
export function decryptMail(keys: Keys, { is_secret, text, html }: Bodies & { is_secret: number }): Bodies {
  if (is_secret === 0) return { text, html };
  const sealer = sealerOf(keys);
  const [openedText, openedHtml] = [sealer.decrypt(text), sealer.decrypt(html)];
  if (typeof openedText === 'string' && typeof openedHtml === 'string') return { text: openedText, html: openedHtml };
  throw new Error(t('It can’t be opened: it was sealed by another SECRET'));
}

function sealerOf({ secret }: Keys): Encrypter {
  return new Encrypter(secret, mailSecret.purpose);
}
