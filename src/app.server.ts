import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { activityModule } from '#admin/activity/api.server.ts';
import { dashboardModule } from '#admin/dashboard/api.server.ts';
import { onboardingModule } from '#admin/onboarding/api.server.ts';
import { picturesModule } from '#admin/pictures/api.server.ts';
import { adminRoutes } from '#admin/routes.server.ts';
import { areas } from '#api/rights.ts';
import { authModule } from '#auth/api.server.ts';
import { assertAdminPassword, createFirstAccount, type FirstAccount } from '#auth/first-account.server.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type AppContext, createContext, type Job, type Module } from '#cms/context.server.ts';
import { pictureRoutes } from '#cms/pictures/picture-routes.server.ts';
import { contentModule } from '#content/module.server.ts';
import { estimateValue } from '#content/packages/worth.server.ts';
import { privacyVersion } from '#content/pages/kind.server.ts';
import { redirectsModule } from '#content/redirects/api.server.ts';
import { settingsModule } from '#content/settings/api.server.ts';
import { integrationsModule } from '#integrations/api.server.ts';
import { sentEvents } from '#integrations/deliveries.server.ts';
import { leadAdsModule } from '#leads/ads/api.server.ts';
import { demoAccessModule } from '#leads/demo-access/api.server.ts';
import { passwordFiller } from '#leads/demo-access/give-access.server.tsx';
import { inboxModule } from '#leads/inbox/api.server.ts';
import { notifyFailedMails } from '#leads/notifications/announce.server.ts';
import { notificationsModule } from '#leads/notifications/api.server.ts';
import { reportsModule } from '#leads/reports/api.server.ts';
import { requestsModule } from '#leads/requests/api.server.ts';
import { templatesModule } from '#leads/templates/data.server.ts';
import { mailModule } from '#mail/module.server.ts';
import { adminCalls, assets, calls, leadCalls } from '#paths.ts';
import { migrate, migrationStatus } from '#platform/database/migrate.server.ts';
import { type Database, inDatabase } from '#platform/database/open.server.ts';
import { fileRoutes } from '#platform/files/stored-files.server.ts';
import { describeCalls, type RecordNames } from '#platform/http/describe-calls.server.ts';
import { healthRoutes, type Readiness, showStartupPage } from '#platform/http/health.server.ts';
import { assertValidIds } from '#platform/http/public-calls.server.ts';
import { type JobTable, oldestWait } from '#platform/jobs/queue.server.ts';
import { serveMetrics } from '#platform/metrics/metrics.server.ts';
import { assertGuarded, guardScope } from '#platform/session/guard.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { copyBeforeMigration } from '#platform/update-files.server.ts';
import { loadClientAssets } from '#site/client-assets.server.ts';
import { siteRoutes } from '#site/routes.server.tsx';
import { upkeepModule } from './backup/upkeep.server.ts';
import { sweepNowAndThen } from './platform/jobs/worker.server.ts';
import { reencrypt } from './platform/settings/encrypter.server.ts';

const clientDir = path.join(projectRoot, 'dist/client');

const lookups = { estimateValue, privacyVersion };

/** The whole product. Mails come first: they find out whether the store was restored, before other jobs start. */
const modules: Module[] = [
  { routes: adminRoutes },
  {
    routes: platformRoutes,
    cleanups: ({ files, changes }) => [
      { name: 'unfinished files', run: () => files.sweepUnfinished() },
      { name: 'changes', run: () => changes.forgetOld() },
    ],
  },
  mailModule((context) => ({
    onRestore,
    onUndelivered: notifyFailedMails,
    fill: passwordFiller(context),
    notifyOwners,
  })),
  authModule,
  contentModule,
  settingsModule,
  redirectsModule,
  picturesModule,
  requestsModule(lookups),
  leadAdsModule(lookups),
  inboxModule,
  templatesModule,
  notificationsModule,
  demoAccessModule,
  reportsModule,
  integrationsModule,
  dashboardModule,
  activityModule,
  onboardingModule,
  upkeepModule,
  { routes: siteRoutes },
];

const about = { one: 'about text', many: 'about texts' };
const news = { one: 'news item', many: 'news' };
const questions = { one: 'frequent question', many: 'frequent questions' };

/** For the description of calls; others are named by their address. */
const recordNames: RecordNames = {
  [calls.about]: about,
  [calls.aboutDetails]: about,
  [adminCalls.about]: about,
  [calls.news]: news,
  [calls.newsDetails]: news,
  [adminCalls.news]: news,
  [calls.faq]: questions,
  [adminCalls.faq]: questions,
  [calls.featureDetails]: { one: 'feature', many: 'features' },
  [leadCalls.list]: { one: 'lead', many: 'leads' },
};

export const secrets = modules.flatMap((module) => module.secrets ?? []);

/** Ends the access, and stops the texts, that a restored backup still holds. */
export async function onRestore(transaction: Database): Promise<void> {
  for (const module of modules) await module.onRestore?.(transaction);
}

export interface App extends AppContext {
  jobs: Map<JobTable, Job>;
  prepare: (announce: (account: FirstAccount) => void) => Promise<void>;
}

export async function createApp(settings: Settings): Promise<App> {
  const context = await createContext(settings);
  const { http, database, changes, search, log } = context;
  const readiness: Readiness = { prepared: false };

  assertGuarded(http);
  await describeCalls(context, recordNames, sentEvents);
  assertValidIds(http);
  showStartupPage(http, readiness);
  healthRoutes(context, readiness);
  loadClientAssets(clientDir);
  for (const module of modules) await registerRoutes(context, module);
  const jobs = createJobs(context);
  sweepNowAndThen(
    context,
    modules.flatMap(({ cleanups }) => cleanups?.(context) ?? []),
  );
  await serveMetrics(context, [
    {
      name: 'prangon_queue_age_seconds',
      help: 'How long the oldest job waits that could be begun.',
      label: 'queue',
      read: async () => {
        const ages = [...jobs.keys()].map(async (table) => [table, await oldestWait(database, table)] as const);
        return Object.fromEntries(await Promise.all(ages));
      },
    },
    ...modules.flatMap(({ metrics }) => metrics?.(context) ?? []),
  ]);

  return {
    ...context,
    jobs,
    prepare: async (announce) => {
      await runMigrations(context);
      await reencrypt(database, settings, secrets);
      for (const job of jobs.values()) await job.prepare?.();
      await createFirstAccount(database, settings, announce);
      if (settings.sampleContent) await fillWithSample(context);
      await changes.follow();
      // The next search tries again what failed here.
      void search.refresh().catch((error: Error) => log.warn({ event: 'search_not_built', reason: error.message }));
      for (const job of jobs.values()) await job.start();
      readiness.prepared = true;
      void sweepUnfinished(context);
    },
  };
}

async function registerRoutes(context: AppContext, { routes, staffRoutes = {} }: Module): Promise<void> {
  await routes?.(context);
  for (const area of areas) {
    const register = staffRoutes[area];
    if (!register) continue;
    await context.http.register(async (scope) => {
      await register(context, guardScope(scope, context, area));
    });
  }
}

async function platformRoutes(context: AppContext): Promise<void> {
  pictureRoutes(context);
  fileRoutes(context);
  await context.http.register(fastifyStatic, {
    root: path.join(clientDir, 'assets'),
    // Its own route reads the whole folder at each request, for disks that take `A.js` for `a.js`.
    serve: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
  });
  context.http.get<{ Params: { name: string } }>(`${assets}:name`, ({ params }, reply) => reply.sendFile(params.name));
}

function createJobs(context: AppContext): Map<JobTable, Job> {
  const jobs = new Map<JobTable, Job>();
  for (const { table, create } of modules.flatMap((module) => module.jobs ?? [])) {
    const job = create(context);
    jobs.set(table, job);
    context.http.addHook('preClose', async () => job.stop());
    context.http.addHook('onClose', () => job.close());
  }
  return jobs;
}

/** Migrations of large tables exceed the statement timeout of the server's connections. */
async function runMigrations({ settings, database }: AppContext): Promise<void> {
  const status = await migrationStatus(database);
  if (status === 'none') await assertAdminPassword(settings);
  if (!settings.databaseUrl && status === 'older') await copyBeforeMigration(settings.dataDir);
  if (!settings.databaseUrl || status === 'current') return migrate(database);
  await inDatabase(settings, migrate);
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
