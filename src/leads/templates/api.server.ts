import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import type { Http } from '#platform/http/create.server.ts';
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
