import type { NotPublished } from '#cms/versions/publisher.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { dateFormat, t } from '#i18n/text.ts';
import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import { queueMail } from '#mail/queue.server.ts';
import { adminPages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

const screens = new Map([
  ['news', adminPages.news],
  ['about', adminPages.about],
]);

const inDhaka = dateFormat({ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Dhaka' });

export async function mailNotPublished(
  transaction: Database,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { kind, id, email, at, reason }: NotPublished,
): Promise<void> {
  if (!isOneAddress(email)) return;
  const { name: brand } = await siteSettings(transaction);
  const screen = screens.get(kind) ?? adminPages.features;
  const link = `${publicUrl}${screen}${kind === 'feature_details' ? '' : `?edit=${id}`}`;
  const user = await transaction.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst();
  const lang = user?.language ?? 'en';
  await inLanguage(lang, () =>
    queueMail(transaction, {
      to: email,
      subject: t('A scheduled publication needs your attention'),
      kind: 'not_published',
      ...renderMailParts(
        { lang, brand, reason: t('You get this mail because you set the time of this publication.') },
        [
          {
            heading: t('It can’t be published as it is'),
            lines: [
              { text: t`You scheduled it for ${inDhaka.format(new Date(at))} (Bangladesh time).` },
              { text: reason },
            ],
          },
          { lines: [{ text: t('Correct it, save the draft, and set the time again.') }] },
          { button: { text: t('Open it in the back office'), link } },
        ],
      ),
    }),
  );
}
