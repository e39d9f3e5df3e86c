import type { FormOf, RecordOf } from '#api/shapes.ts';
import { Cut, fieldsOf, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { outcomeNames } from '../lead/strings.ts';
import type { templateShapes } from './schema.ts';

type TemplateRow = RecordOf<typeof templateShapes>;
type Form = FormOf<typeof templateShapes>;

const { OptionField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<TemplateRow, Form> = {
  path: adminCalls.messageTemplates,
  title: 'Template',
  one: 'template',
  empty: { name: '', subject: '', message: '', after_call: '', status: true },
  nameOf: ({ name }) => name,
  onSite: () => '',
};

const columns: Column<TemplateRow>[] = [
  { head: 'Name', sort: 'name', cell: ({ name }) => <b>{name}</b> },
  { head: 'Message', cell: ({ message }) => <Cut>{message}</Cut> },
  statusColumn,
];

export default function MessageTemplates() {
  return (
    <ListScreen
      title="Message templates"
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns side={<StatusSwitch active="Offered" inactive="Not offered" />}>
          <TextField name="name" label="Name" required span={6} hint="As it stands in the menu of a lead." />
          <OptionField
            name="after_call"
            label="Proposed after a call"
            span={6}
            options={[
              { value: '', name: t('After none') },
              ...Object.entries(outcomeNames).map(([value, name]) => ({ value, name })),
            ]}
          />
          <TextField name="subject" label="Subject" hint="Of a mail." />
          <TextArea
            name="message"
            label="Message"
            required
            rows={4}
            hint="{name}, {institute}, {link} and {password} are filled in. A message with {link} or {password} is off until a demo access is saved; the password follows the link where {password} is missing."
          />
        </FormColumns>
      )}
    />
  );
}
