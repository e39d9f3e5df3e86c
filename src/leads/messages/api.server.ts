import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { templates } from './data.server.ts';

export function messageTemplatesApi(foundations: Foundations, scope: Http): void {
  listApi(foundations, scope, {
    ...templates,
    path: adminCalls.messageTemplates,
    said: saidOf('Template'),
    sorted: ['name'],
    newestLast: true,
  });
}

export function messageTemplateSweepJobs({ database }: Foundations) {
  return [{ name: 'message templates', run: () => emptyTrash(database, 'message_templates') }];
}
