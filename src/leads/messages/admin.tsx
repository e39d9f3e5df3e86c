import { adminCalls } from '#paths.ts';
import { Cut } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf, RecordOf } from '#wire/shapes.ts';
import { SelectOf } from '../inbox/screen/work-fields.tsx';
import { outcomeNames } from '../lead/words.ts';
import type { templateShapes } from './schema.ts';

type TemplateRow = RecordOf<typeof templateShapes>;
type Form = FormOf<typeof templateShapes>;

const { TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<TemplateRow, Form> = {
  path: adminCalls.messageTemplates,
  name: 'Template',
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
          <SelectOf
            name="after_call"
            label="Proposed after a call"
            span={6}
            options={[['', 'After none'], ...Object.entries(outcomeNames)]}
          />
          <TextField name="subject" label="Subject" hint="Of a mail." />
          <TextArea
            name="message"
            label="Message"
            required
            rows={4}
            counted
            hint="{name}, {institute} and {link} are filled in. {link} is the demo of that lead."
          />
        </FormColumns>
      )}
    />
  );
}
