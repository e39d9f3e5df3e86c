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
import { sweepNowAndThen } from '#platform/jobs/sweep.server.ts';
import { guardScope } from '#platform/session/guard.server.ts';
import { activityApi } from './activity/api.server.ts';
import { dashboardApi } from './dashboard/api.server.ts';
import { onboardingApi } from './onboarding/api.server.ts';
import { picturesApi } from './pictures/api.server.ts';
import { contentSweepJobs } from './sweep-jobs.server.ts';

/**
 * Registers all calls of the back office in one guarded scope. Requests that prefer HTML get a page instead, see
 * routes.server.ts.
 */
export async function registerAdminCalls(
  context: AppContext,
  confirmPassword: ConfirmPassword,
  redirects: Redirects,
): Promise<void> {
  await context.http.register(async (scope) => {
    guardScope(scope, context);
    for (const { staffCalls } of allKindsOnServer) await staffCalls(context, scope);
    vendorApi(context, scope);
    await redirectsApi(context, scope, redirects);
    demoAccessApi(context, scope, confirmPassword);
    outgoingApi(context, scope, confirmPassword);
    inboxApi(context, scope);
    messageTemplatesApi(context, scope);
    notificationsApi(context, scope);
    funnelExportApi(context, scope);
    leadFiguresApi(context, scope);
    dashboardApi(context, scope);
    onboardingApi(context, scope);
    outboxApi(context, scope, passwordFiller(context));
    picturesApi(context, scope);
    activityApi(context, scope);
  });
  sweepNowAndThen(context, [
    ...contentSweepJobs(context),
    ...redirectSweepJobs(context),
    ...messageTemplateSweepJobs(context),
    ...notificationSweepJobs(context),
    ...outboxSweepJobs(context),
    ...outgoingSweepJobs(context),
  ]);
}
