import type { Module } from '#cms/module.server.ts';
import { countVisitApi } from './count-api.server.ts';
import { funnelExportApi } from './export-api.server.ts';
import { leadFiguresApi } from './figures-api.server.ts';

export const reportsModule = {
  routes: countVisitApi,
  staffRoutes: {
    leads: (context, scope) => {
      funnelExportApi(context, scope);
      leadFiguresApi(context, scope);
    },
  },
} satisfies Module;
