import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { listApi, listMessages } from '#cms/kind.server.ts';
import { adminCalls } from '#paths.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { templates } from './data.server.ts';

export const templatesModule = {
  staffRoutes: { leads: messageTemplatesApi },
  cleanups: ({ database }: AppContext) => [
    { name: 'message templates', run: () => emptyTrash(database, 'message_templates') },
  ],
} satisfies Module;

function messageTemplatesApi(context: AppContext, scope: StaffScope): void {
  listApi(context, scope, {
    ...templates,
    path: adminCalls.messageTemplates,
    messages: listMessages('Template'),
    sorted: ['name'],
    newestLast: true,
  });
}
