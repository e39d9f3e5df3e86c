import { adminCalls } from '#paths.ts';
import type { AppContext } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { listMessages } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { templates } from './data.server.ts';

export function messageTemplatesApi(context: AppContext, scope: Http): void {
  listApi(context, scope, {
    ...templates,
    path: adminCalls.messageTemplates,
    messages: listMessages('Template'),
    sorted: ['name'],
    newestLast: true,
  });
}

export function messageTemplateSweepJobs({ database }: AppContext) {
  return [{ name: 'message templates', run: () => emptyTrash(database, 'message_templates') }];
}
