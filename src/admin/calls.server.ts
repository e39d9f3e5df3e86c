import type { ConfirmPassword } from '#accounts/confirm-password.server.ts';
import { aboutAdminApi } from '#content/about/admin-api.server.ts';
import { clientsAdminApi } from '#content/clients/admin-api.server.ts';
import { downloadsAdminApi } from '#content/downloads/admin-api.server.ts';
import { featuresAdminApi } from '#content/features/admin-api.server.ts';
import { newsAdminApi } from '#content/news/admin-api.server.ts';
import { packagesAdminApi } from '#content/packages/admin-api.server.ts';
import { statisticsAdminApi } from '#content/statistics/admin-api.server.ts';
import { testimonialsAdminApi } from '#content/testimonials/admin-api.server.ts';
import { videosAdminApi } from '#content/videos/admin-api.server.ts';

import { demoAccessApi, personalAccessApi, personalAccessSweepJobs } from '#leads/access/api.server.ts';
import { funnelExportApi } from '#leads/funnel/export-api.server.ts';
import { inboxApi } from '#leads/inbox/api.server.ts';
import { notificationSweepJobs, notificationsApi } from '#leads/notifications/api.server.ts';
import { outboxApi } from '#mail/outbox/api.server.ts';
import { outboxSweepJobs } from '#mail/outbox/sweep.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { guardScope } from '#server/session/guard.server.ts';
import { sweepNowAndThen } from '#server/sweep.server.ts';
import { vendorApi } from '#site-settings/api.server.ts';
import { dashboardApi } from './dashboard/api.server.ts';
import { contentSweepJobs } from './sweep-jobs.server.ts';

/** All calls of the back office for content, leads and the dashboard, in one guarded scope. Who prefers HTML never comes here; see routes.server.ts. */
export async function adminCalls(foundations: Foundations, confirmPassword: ConfirmPassword): Promise<void> {
  await foundations.http.register(async (scope) => {
    guardScope(scope, foundations);
    aboutAdminApi(foundations, scope);
    newsAdminApi(foundations, scope);
    testimonialsAdminApi(foundations, scope);
    featuresAdminApi(foundations, scope);
    videosAdminApi(foundations, scope);
    statisticsAdminApi(foundations, scope);
    clientsAdminApi(foundations, scope);
    packagesAdminApi(foundations, scope);
    await downloadsAdminApi(foundations, scope);
    vendorApi(foundations, scope);
    demoAccessApi(foundations, scope, confirmPassword);
    personalAccessApi(foundations, scope, confirmPassword);
    inboxApi(foundations, scope);
    notificationsApi(foundations, scope);
    funnelExportApi(foundations, scope);
    dashboardApi(foundations, scope);
    outboxApi(foundations, scope);
  });
  sweepNowAndThen(foundations, [
    ...contentSweepJobs(foundations),
    ...notificationSweepJobs(foundations),
    ...outboxSweepJobs(foundations),
    ...personalAccessSweepJobs(foundations),
  ]);
}
