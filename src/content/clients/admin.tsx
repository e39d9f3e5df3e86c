import { adminCalls, pages } from '#paths.ts';
import { Cut, Thumbnail } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf, RecordOf } from '#wire/shapes.ts';
import type { clientShapes } from './schema.ts';

type ClientRow = RecordOf<typeof clientShapes>;
type Form = FormOf<typeof clientShapes>;

const { ImageField, TextField } = fieldsOf<Form>();

const kind: RecordKind<ClientRow, Form> = {
  path: adminCalls.clients,
  name: 'Client',
  one: 'client',
  empty: { title: '', image: '', status: true },
  nameOf: ({ id, title }) => title || `client ${id}`,
  onSite: () => pages.clients,
};

const columns: Column<ClientRow>[] = [
  { head: 'Image', cell: ({ image }) => <Thumbnail image={image} whole /> },
  { head: 'Name', sort: 'title', cell: ({ title }) => <Cut>{title}</Cut> },
  statusColumn,
];

export default function ClientsAdmin() {
  return (
    <ListScreen
      title="Client"
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <FormColumns side={<StatusSwitch />}>
          <ImageField
            name="image"
            label="Image"
            required
            existing={editing?.record.image ?? null}
            hint="The logo of the institution, drawn for a light ground."
          />
          <TextField name="title" label="Name" hint="Read out in place of the logo. Visitors do not see it." />
        </FormColumns>
      )}
    />
  );
}
