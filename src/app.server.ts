import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { accountsApi } from '#accounts/api.server.ts';
import { createFirstAccount, type FirstAccount } from '#accounts/first-account.server.ts';
import { registerAdminCalls } from '#admin/calls.server.ts';
import { adminRoutes } from '#admin/routes.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { mailNotPublished } from '#content/not-published-mail.server.ts';
import { estimateValue } from '#content/packages/worth.server.ts';
import { privacyVersion } from '#content/pages/data.server.ts';
import { passwordFiller } from '#leads/access/mail-password.server.ts';
import { demoRequestApi } from '#leads/form/api.server.ts';
import { plainDemoForm } from '#leads/form/plain-form.server.ts';
import { countVisitApi } from '#leads/funnel/count-api.server.ts';
import { notifyFailedMails } from '#leads/notifications/announce.server.ts';
import { DeliverySender } from '#leads/outgoing/delivery-sender.server.ts';
import { countMails } from '#mail/outbox/data.server.ts';
import { MailSender } from '#mail/sender.server.ts';
import { assets } from '#paths.ts';
import { migrate, migrationStatus } from '#server/database/migrate.server.ts';
import { openDatabase } from '#server/database/open.server.ts';
import { fileRoutes } from '#server/files/stored-files.server.ts';
import { type AppContext, createContext } from '#server/foundations.server.ts';
import { describeCalls } from '#server/http/description/describe-calls.server.ts';
import { healthRoutes, type Readiness, showStartupPage } from '#server/http/health.server.ts';
import { oldestWait } from '#server/jobs/queue.server.ts';
import { pictureRoutes } from '#server/pictures/picture-routes.server.ts';
import { projectRoot } from '#server/project-root.server.ts';
import { assertValidIds } from '#server/public-calls.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { Publisher } from '#server/versions/publisher.server.ts';
import { serveMetrics } from '#server/watching/metrics.server.ts';
import { loadClientAssets } from '#site/client-assets.server.ts';
import { siteRoutes } from '#site/routes.server.tsx';
import { searchIndexer } from '#site/search/make-findable.server.ts';
import { Redirects } from '#site-settings/redirects/follow.server.ts';
import { onRestore } from './other-store.server.ts';

export interface App extends AppContext {
  deliverer: DeliverySender;
  publisher: Publisher;
  prepare: (announce: (account: FirstAccount) => void) => Promise<void>;
}

export async function createApp(settings: Settings): Promise<App> {
  const context = await createContext(settings);
  const { http, database, changes } = context;
  const readiness: Readiness = { prepared: false };
  const clientDir = path.join(projectRoot, 'dist/client');

  await describeCalls(context);
  assertValidIds(http);
  showStartupPage(http, readiness);
  healthRoutes(context, readiness);
  adminRoutes(context);
  pictureRoutes(context);
  fileRoutes(context);
  await http.register(fastifyStatic, {
    root: path.join(clientDir, 'assets'),
    prefix: assets,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
  });

  for (const { publicCalls } of allKindsOnServer) publicCalls(context);
  demoRequestApi(context, { estimateValue, privacyVersion });
  countVisitApi(context);
  await plainDemoForm(context, { estimateValue, privacyVersion });
  const { confirmPassword } = accountsApi(context);
  const redirects = new Redirects(context);
  await registerAdminCalls(context, confirmPassword, redirects);

  const sender = new MailSender({
    ...context,
    onRestore,
    onUndelivered: notifyFailedMails,
    fill: passwordFiller(context),
  });
  const deliverer = new DeliverySender(context);
  const publishing = allKindsOnServer.flatMap(({ versioned }) => versioned?.(context) ?? []);
  const publisher = new Publisher(
    {
      ...context,
      onNotPublished: (transaction, publication) => mailNotPublished(transaction, settings.publicUrl, publication),
    },
    publishing,
  );
  for (const worker of [sender, deliverer, publisher]) {
    http.addHook('preClose', async () => worker.stop());
    http.addHook('onClose', () => worker.close());
  }

  await serveMetrics(context, [
    {
      name: 'prangon_queue_age_seconds',
      help: 'How long the oldest job waits that could be begun.',
      label: 'queue',
      read: async () => ({
        mails: await oldestWait(database, 'mails'),
        deliveries: await oldestWait(database, 'deliveries'),
        schedules: await oldestWait(database, 'schedules'),
      }),
    },
    { name: 'prangon_mails', help: 'Mails by state.', label: 'state', read: () => countMails(database) },
  ]);

  loadClientAssets(clientDir);
  siteRoutes(context);
  const fillSearch = searchIndexer(context);

  return {
    ...context,
    deliverer,
    publisher,
    prepare: async (announce) => {
      await runMigrations(context);
      await sender.checkStore();
      await createFirstAccount(database, settings, announce);
      if (settings.sampleContent) await fillWithSample(context);
      await fillSearch();
      await redirects.start();
      await changes.follow();
      await sender.start();
      deliverer.start();
      publisher.start();
      readiness.prepared = true;
      void sweepUnfinished(context);
    },
  };
}

/** Migrations of large tables exceed the statement timeout of the server's connections. */
async function runMigrations({ settings, database }: AppContext): Promise<void> {
  if (!settings.databaseUrl || (await migrationStatus(database)) === 'current') return migrate(database);
  const unlimited = openDatabase(settings, () => undefined, null, 'unlimited');
  await migrate(unlimited).finally(() => unlimited.destroy());
}

/** Removes temporary files of a killed process. With PostgreSQL another instance may still be writing them. */
async function sweepUnfinished({ settings, files, log }: AppContext): Promise<void> {
  const swept = settings.databaseUrl ? files.sweepUnfinished() : files.sweepUnfinished(0);
  await swept.catch((error: Error) => log.warn({ event: 'sweep_failed', reason: error.message }));
}

/** A dynamic import, so that a filled store never loads the sample. */
async function fillWithSample(context: AppContext): Promise<void> {
  const { loadSample } = await import('../db/sample/load.server.ts');
  const added = await loadSample(context);
  if (!added) return;
  // Not awaited: visitors don't wait for it, and a variant requested earlier is made on demand.
  void context.pictures.prepareVariants(added, ({ key }, { message }) =>
    context.log.warn({ event: 'variants_unfinished', picture: key, reason: message }),
  );
}
