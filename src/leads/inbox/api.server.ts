import type { FastifyInstance } from 'fastify';
import type { Foundations } from '#server/foundations.server.ts';
import { addingApi } from './adding/api.server.ts';
import { bulkApi } from './bulk/api.server.ts';
import { erasingApi } from './erasing/api.server.ts';
import { exportApi } from './export/api.server.ts';
import { importApi } from './import/api.server.ts';
import { leadApi } from './lead/api.server.ts';
import { notesApi } from './lead/notes/api.server.ts';
import { leadListApi } from './list/api.server.ts';
import { mergingApi } from './merging/api.server.ts';
import { viewsApi } from './views/api.server.ts';

/** The calls of the inbox of leads, in a guarded scope. */
export function inboxApi(foundations: Foundations, scope: FastifyInstance): void {
  leadListApi(foundations, scope);
  addingApi(foundations, scope);
  leadApi(foundations, scope);
  notesApi(foundations, scope);
  bulkApi(foundations, scope);
  mergingApi(foundations, scope);
  viewsApi(foundations, scope);
  exportApi(foundations, scope);
  importApi(foundations, scope);
  erasingApi(foundations, scope);
}
