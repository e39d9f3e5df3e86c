import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { registerAdminCalls } from '#admin/register-calls.server.ts';
import { adminRoutes } from '#admin/routes.server.ts';
import { accountsApi } from '#auth/api.server.ts';
import { createFirstAccount, type FirstAccount } from '#auth/first-account.server.ts';
import { type AppContext, createContext } from '#cms/context.server.ts';
import { pictureRoutes } from '#cms/pictures/picture-routes.server.ts';
import { Publisher } from '#cms/versions/publisher.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { mailNotPublished } from '#content/not-published-mail.server.ts';
import { estimateValue } from '#content/packages/worth.server.ts';
import { privacyVersion } from '#content/pages/data.server.ts';
import { Redirects } from '#content/redirects/follow.server.ts';
import { DeliverySender } from '#integrations/delivery-sender.server.ts';
import { passwordFiller } from '#leads/demo-access/mail-password.server.ts';
import { notifyFailedMails } from '#leads/notifications/announce.server.ts';
import { countVisitApi } from '#leads/reports/count-api.server.ts';
import { demoRequestApi } from '#leads/requests/api.server.ts';
import { plainDemoForm } from '#leads/requests/plain-form.server.ts';
import { countMails } from '#mail/outbox/data.server.ts';
import { MailSender } from '#mail/sender.server.ts';
import { onRestore } from '#on-restore.server.ts';
import { assets } from '#paths.ts';
import { migrate, migrationStatus } from '#platform/database/migrate.server.ts';
import { openDatabase } from '#platform/database/open.server.ts';
import { fileRoutes } from '#platform/files/stored-files.server.ts';
import { describeCalls } from '#platform/http/description/describe-calls.server.ts';
import { healthRoutes, type Readiness, showStartupPage } from '#platform/http/health.server.ts';
import { assertValidIds } from '#platform/http/public-calls.server.ts';
import { oldestWait } from '#platform/jobs/queue.server.ts';
import { serveMetrics } from '#platform/metrics/metrics.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { loadClientAssets } from '#site/client-assets.server.ts';
import { siteRoutes } from '#site/routes.server.tsx';
import { searchIndexer } from '#site/search/index-content.server.ts';

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
