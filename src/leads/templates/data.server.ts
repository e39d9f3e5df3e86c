import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { findAccess } from '../demo-access/demo-access.server.ts';
import { readTemplate } from '../demo-access/mail-text.ts';
import { findLead } from '../lead/data.server.ts';
import { type Messages, templateShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    message_templates: TextsOf<typeof templateShapes> & OrderedColumns;
  }
}

export const templates = textList('message_templates', templateShapes);

type Site = Pick<Settings, 'secret' | 'publicUrl'>;

/** What can be written to a lead, with everything filled in. @throws {HttpError} 404 */
export async function messagesFor(database: Database, settings: Site, leadId: number): Promise<Messages> {
  const { name, institute_name: institute } = await findLead(database, leadId);
  const values = { name, institute, link: await linkFor(database, settings), password: '', expires: '' };
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
  }));
}

/** Where this lead looks at the demo: the demo access, else our site. */
async function linkFor(database: Database, settings: Site): Promise<string> {
  const { status, demo_link } = await findAccess(database, settings);
  return (status === 1 && demo_link) || settings.publicUrl;
}

/** The name of a template, as the story of a lead keeps it. @throws {HttpError} 422 for one that is not there */
export async function nameOfTemplate(database: Database, id: number): Promise<string> {
  const template = await templates.find(database, id);
  if (!template) throw invalid({ template_id: [t('There is no such template. It may have been deleted.')] });
  return template.name;
}
