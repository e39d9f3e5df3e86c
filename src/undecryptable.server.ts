import { codeAppPurpose } from '#auth/second-factor/code-app.server.ts';
import { webhookPurpose } from '#integrations/signing.server.ts';
import { smsPurpose } from '#integrations/sms.server.ts';
import { demoAccessPurpose } from '#leads/demo-access/demo-access.server.ts';
import { secretMailContext } from '#mail/secret-mails.server.ts';
import { Encrypter } from '#platform/crypto/encrypter.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

/** One secret encrypts all, so a few rows are enough. */
const most = 20;

export async function findUndecryptable(database: Database, { secret }: Pick<Settings, 'secret'>): Promise<string[]> {
  const places = [
    {
      what: 'the demo password (screen Demo password)',
      purpose: demoAccessPurpose,
      rows: database.selectFrom('demo_access').select('password_sealed as sealed').limit(most).execute(),
    },
    {
      what: 'the secrets of webhooks (screen Webhooks and SMS)',
      purpose: webhookPurpose,
      rows: database.selectFrom('webhooks').select('secret_sealed as sealed').limit(most).execute(),
    },
    {
      what: 'the address of the SMS gateway (screen Webhooks and SMS)',
      purpose: smsPurpose,
      rows: database.selectFrom('sms_settings').select('url_sealed as sealed').limit(most).execute(),
    },
    {
      what: 'apps that make codes for signing in (an owner takes them off on the screen Users)',
      purpose: codeAppPurpose,
      rows: database.selectFrom('code_apps').select('secret_sealed as sealed').limit(most).execute(),
    },
    {
      what: 'waiting mails with a link for their receiver',
      purpose: secretMailContext,
      rows: database
        .selectFrom('mails')
        .select('text as sealed')
        .where('is_secret', '=', 1)
        .where('text', '<>', '')
        .limit(most)
        .execute(),
    },
  ];
  const undecryptable: string[] = [];
  for (const { what, purpose, rows } of places) {
    const sealer = new Encrypter(secret, purpose);
    if ((await rows).some(({ sealed }) => sealed !== '' && sealer.decrypt(sealed) === null)) undecryptable.push(what);
  }
  return undecryptable;
}
