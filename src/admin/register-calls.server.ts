import type { Area } from '#api/rights.ts';
import type { ConfirmPassword } from '#auth/confirm-password.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { redirectSweepJobs, redirectsApi } from '#content/redirects/api.server.ts';
import type { Redirects } from '#content/redirects/follow.server.ts';
import { vendorApi } from '#content/settings/api.server.ts';
import { outgoingApi, outgoingSweepJobs } from '#integrations/api.server.ts';
import { demoAccessApi } from '#leads/demo-access/api.server.ts';
import { passwordFiller } from '#leads/demo-access/mail-password.server.ts';
import { inboxApi } from '#leads/inbox/api.server.ts';
import { notificationSweepJobs, notificationsApi } from '#leads/notifications/api.server.ts';
import { funnelExportApi } from '#leads/reports/export-api.server.ts';
import { leadFiguresApi } from '#leads/reports/figures-api.server.ts';
import { messageTemplateSweepJobs, messageTemplatesApi } from '#leads/templates/api.server.ts';
import { outboxApi } from '#mail/outbox/api.server.ts';
import { outboxSweepJobs } from '#mail/queue.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { sweepNowAndThen } from '#platform/jobs/sweep.server.ts';
import { guardScope } from '#platform/session/guard.server.ts';
import { activityApi } from './activity/api.server.ts';
import { dashboardApi } from './dashboard/api.server.ts';
import { onboardingApi } from './onboarding/api.server.ts';
import { picturesApi } from './pictures/api.server.ts';
import { contentSweepJobs } from './sweep-jobs.server.ts';

/**
 * Registers all calls of the back office, each in the scope of its area. Requests that prefer HTML get a page instead, see
 * routes.server.ts.
 */
export async function registerAdminCalls(
  context: AppContext,
  confirmPassword: ConfirmPassword,
  redirects: Redirects,
): Promise<void> {
  const within = (area: Area, register: (scope: Http) => unknown) =>
    context.http.register(async (scope) => {
      guardScope(scope, context, area);
      await register(scope);
    });
  await within('content', async (scope) => {
    for (const { staffCalls } of allKindsOnServer) await staffCalls(context, scope);
    picturesApi(context, scope);
  });
  await within('settings', async (scope) => {
    vendorApi(context, scope);
    await redirectsApi(context, scope, redirects);
  });
  await within('access', (scope) => demoAccessApi(context, scope, confirmPassword));
  await within('webhooks', (scope) => outgoingApi(context, scope, confirmPassword));
  await within('leads', (scope) => {
    inboxApi(context, scope);
    messageTemplatesApi(context, scope);
    notificationsApi(context, scope);
    funnelExportApi(context, scope);
    leadFiguresApi(context, scope);
  });
  await within('dashboard', (scope) => dashboardApi(context, scope));
  await within('people', (scope) => onboardingApi(context, scope));
  await within('outbox', (scope) => outboxApi(context, scope, passwordFiller(context)));
  await within('activity', (scope) => activityApi(context, scope));
  sweepNowAndThen(context, [
    ...contentSweepJobs(context),
    ...redirectSweepJobs(context),
    ...messageTemplateSweepJobs(context),
    ...notificationSweepJobs(context),
    ...outboxSweepJobs(context),
    ...outgoingSweepJobs(context),
  ]);
}
