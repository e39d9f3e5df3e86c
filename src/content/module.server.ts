import { sweepCreations } from '#cms/collections/create-once.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { sweepPreviews } from '#cms/versions/previews.server.ts';
import { type NotPublished, Publisher } from '#cms/versions/publisher.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { dateFormat, t } from '#i18n/text.ts';
import { renderMailParts } from '#mail/mail-document.server.tsx';
import { queueMail } from '#mail/queue.server.ts';
import { adminPages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { sweepFiles } from '#platform/files/stored-files.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { allKindsOnServer } from './kinds.server.ts';

/** All kinds, and what they have in common. */
export const contentModule = {
  routes: (context) => {
    for (const { publicCalls } of allKindsOnServer) publicCalls(context);
  },
  staffRoutes: {
    content: async (context, scope) => {
      for (const { staffCalls } of allKindsOnServer) await staffCalls(context, scope);
    },
  },
  jobs: [
    {
      table: 'schedules',
      create: (context) => {
        const publishing = allKindsOnServer.flatMap(({ versioned }) => versioned?.(context) ?? []);
        const onNotPublished = (transaction: Database, publication: NotPublished) =>
          mailNotPublished(transaction, context.settings, publication);
        return new Publisher({ ...context, onNotPublished }, publishing);
      },
    },
  ],
  cleanups: (context: AppContext) => {
    const { database } = context;
    return [
      ...allKindsOnServer.map(({ tables, emptyTrash }) => ({
        name: `trash of ${tables[0]}`,
        run: () => emptyTrash(database),
      })),
      { name: 'keys of creations', run: () => sweepCreations(database) },
      { name: 'uploads', run: () => sweepFiles(context, filesInUse) },
      { name: 'previews', run: () => sweepPreviews(database) },
    ];
  },
} satisfies Module;

async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const used = allKindsOnServer.map((kind) => kind.filesInUse?.(database, keys) ?? []);
  return (await Promise.all(used)).flat();
}

const screens = new Map([
  ['news', adminPages.news],
  ['about', adminPages.about],
]);

const inDhaka = dateFormat({ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Dhaka' });

async function mailNotPublished(
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
