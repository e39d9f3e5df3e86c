import type { FastifyInstance } from 'fastify';
import { errors } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { calls } from '#paths.ts';
import { readDashboard } from './data.server.ts';
import { dashboardSchema } from './schema.ts';

export const dashboardModule = { staffRoutes: { dashboard: dashboardApi } } satisfies Module;

function dashboardApi({ database, settings }: AppContext, scope: FastifyInstance): void {
  scope.get(
    calls.dashboardFigures,
    { schema: { summary: 'Get the dashboard', response: { 200: dashboardSchema, ...errors(401) } } },
    ({ staff }) =>
      readDashboard(database, new Date(), {
        mailServer: settings.mail.server !== null,
        sampleContent: settings.sampleContent,
        role: staff.user.role,
      }),
  );
}
