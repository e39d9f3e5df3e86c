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
import { activeAccess } from '../demo-access/demo-access.server.ts';
import { hiddenPassword } from '../demo-access/give-access.server.tsx';
import { hasPlaceholder, readTemplate } from '../demo-access/mail-text.tsx';
import { findLead } from '../lead/data.server.ts';
import { type Messages, templateShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    message_templates: TextsOf<typeof templateShapes> & OrderedColumns;
  }
}

const templates = textList('message_templates', templateShapes);

/**
 * What can be written to a lead, with everything filled in. A link without a password would lead to a locked door: where
 * a template names none, it follows the link. @throws {HttpError} 404
 */
export async function messagesFor(
  database: Database,
  keys: Keys,
  leadId: number,
  isPasswordShown: boolean,
): Promise<Messages> {
  const { name, institute_name: institute } = await findLead(database, leadId);
  const access = await activeAccess(database, keys);
  const password = isPasswordShown ? (access?.password ?? '') : hiddenPassword;
  const fill = (template: string, link: string) =>
    readTemplate(template)
      .map((piece) =>
        typeof piece === 'string' ? piece : { name, institute, link, password, expires: '' }[piece.placeholder],
      )
      .join('');
  return (await templates.all(database)).map((template) => {
    const pieces = readTemplate(template.subject + template.message);
    const [hasLink, hasPassword] = [hasPlaceholder(pieces, 'link'), hasPlaceholder(pieces, 'password')];
    const link = hasPassword ? access?.link : `${access?.link} (পাসওয়ার্ড: ${password})`;
    return {
      template_id: template.id,
      name: template.name,
      subject: fill(template.subject, access?.link ?? ''),
      message: fill(template.message, (access && link) ?? ''),
      after_call: template.after_call,
      off: !access && (hasLink || hasPassword) ? t('No demo access is saved, so there is no link.') : null,
    };
  });
}

/** What is sent, as the story of a lead keeps it. @throws {HttpError} 422 for a template that is not there */
export async function sentMessage(database: Database, keys: Keys, leadId: number, id: number) {
  const message = (await messagesFor(database, keys, leadId, false)).find(({ template_id }) => template_id === id);
  if (!message) throw invalid({ template_id: [t('There is no such template. It may have been deleted.')] });
  return { template: message.name, text: message.message };
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
