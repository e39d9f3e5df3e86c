import { may, type Role } from '#api/rights.ts';
import { readUpkeep } from '#backup/state.server.ts';
import { emptyLists } from '#cms/collections/listed-table.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { sampleWritten, unchangedSample } from '#content/sample.server.ts';
import { readOverview } from '#leads/reports/data.server.ts';
import { isForStaff } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { readEditorial, shownLists } from './editorial.server.ts';
import { type DashboardFigures, dashboardSchema } from './schema.ts';

export const dashboardModule = { staffRoutes: { dashboard: dashboardApi } } satisfies Module;

function dashboardApi({ database, settings }: AppContext, scope: StaffScope): void {
  scope.get(
    calls.dashboardFigures,
    { schema: { summary: 'Get the dashboard', response: { 200: dashboardSchema } } },
    ({ staff }) =>
      readDashboard(database, new Date(), {
        mailServer: settings.mail.server !== null,
        sampleContent: settings.sampleContent,
        backups: settings.backups,
        user: staff.user,
      }),
  );
}

/** All data of the dashboard that the role may read. */
export async function readDashboard(
  database: Database,
  now: Date,
  {
    mailServer,
    user,
    ...settings
  }: { mailServer: boolean; user: { id: number; role: Role } } & Pick<Settings, 'sampleContent' | 'backups'>,
): Promise<DashboardFigures> {
  const { role } = user;
  const [leads, mails, editorial, upkeep] = await Promise.all([
    may(role, 'read', 'leads') ? readOverview(database, now) : {},
    may(role, 'read', 'outbox') ? mailFigures(database, now) : null,
    role === 'editor' ? readEditorial(database, user.id, now) : null,
    may(role, 'read', 'people') ? readUpkeep(database, settings) : null,
  ]);
  return {
    today: dayInDhaka(now),
    filling:
      settings.sampleContent &&
      may(role, 'read', 'content') &&
      (await sampleWritten(database)) === null &&
      (await emptyLists(database, shownLists)).length === shownLists.length,
    sample: may(role, 'read', 'content') && (await unchangedSample(database)).size > 0,
    ...leads,
    ...(mails && { mails: { server: mailServer, ...mails } }),
    ...(upkeep && { upkeep }),
    ...(editorial && { editorial }),
  };
}

/** Mails of the last 30 days that failed and were not sent again, and those that wait. */
async function mailFigures(database: Database, now: Date) {
  const since = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  const failed = database
    .selectFrom('mails')
    .where(isForStaff)
    .where('replaced_by', 'is', null)
    .where('state', 'in', ['bounced', 'dead'])
    .where('updated_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as copies')
            .select('copies.id')
            // A copy has the same reference, which is indexed; rows of mails are wide.
            .whereRef('copies.reference_kind', '=', 'mails.reference_kind')
            .whereRef('copies.reference_id', '=', 'mails.reference_id')
            .whereRef('copies.copy_of', '=', 'mails.id'),
        ),
      ),
    );
  const [count, waiting, latest] = await Promise.all([
    countRows(failed),
    countRows(database.selectFrom('mails').where(isForStaff).where('state', '=', 'queued')),
    failed.select(['id', 'recipient', 'subject', 'state', 'updated_at']).orderBy('id', 'desc').limit(3).execute(),
  ]);
  return { failed: count, waiting, latest_failed: latest };
}
