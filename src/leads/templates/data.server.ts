import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { listApi, listMessages } from '#cms/kind.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { findAccess } from '../demo-access/demo-access.server.ts';
import { hasPlaceholder, readTemplate } from '../demo-access/mail-text.tsx';
import { findLead, lastMailsOf } from '../lead/data.server.ts';
import { type Messages, templateShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    message_templates: TextsOf<typeof templateShapes> & OrderedColumns;
  }
}

const templates = textList('message_templates', templateShapes);

/**
 * What can be written to a lead, with everything filled in. The link leads to a locked door without the password, which
 * goes by mail only. @throws {HttpError} 404
 */
export async function messagesFor(database: Database, keys: Keys, leadId: number): Promise<Messages> {
  const { name, institute_name: institute } = await findLead(database, leadId);
  const { status, demo_link } = await findAccess(database, keys);
  const mail = (await lastMailsOf(database, [leadId])).get(leadId);
  const isSaved = status === 1 && demo_link !== '';
  const link = isSaved && mail?.state === 'sent' ? `${demo_link} (পাসওয়ার্ড ইমেইলে আছে)` : '';
  const reason = isSaved
    ? t('The demo password goes by mail only, and none was sent to this lead.')
    : t('No demo access is saved, so there is no link.');
  const values = { name, institute, link, password: '', expires: '' };
  const fill = (template: string) =>
    readTemplate(template)
      .map((piece) => (typeof piece === 'string' ? piece : values[piece.placeholder]))
      .join('');
  return (await templates.all(database)).map((template) => ({
    template_id: template.id,
    name: template.name,
    subject: fill(template.subject),
    message: fill(template.message),
    after_call: template.after_call,
    off: link === '' && hasPlaceholder(readTemplate(template.subject + template.message), 'link') ? reason : null,
  }));
}

/** The name of a template, as the story of a lead keeps it. @throws {HttpError} 422 for one that is not there */
export async function nameOfTemplate(database: Database, id: number): Promise<string> {
  const template = await templates.find(database, id);
  if (!template) throw invalid({ template_id: [t('There is no such template. It may have been deleted.')] });
  return template.name;
}

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
