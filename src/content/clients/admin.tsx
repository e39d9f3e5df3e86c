import type { z } from 'zod/mini';
import { adminCalls, pages } from '#paths.ts';
import { Cut, StatusBadge, Thumbnail } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import type { RecordKind } from '#ui/admin/record-kind.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { ImageField } from '#ui/form/image-field.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { clientRecordOnWire } from './schema.ts';

type ClientRow = z.infer<typeof clientRecordOnWire>;

const kind: RecordKind<ClientRow> = {
  path: adminCalls.clients,
  name: 'Client',
  one: 'client',
  deleteTitle: 'Delete client',
  deleteFailed: 'Failed to delete the client',
  empty: { title: '', image: '', status: true },
  valuesOf: ({ title, status }) => ({ title, image: '', status: status !== 0 }),
  nameOf: ({ id, title }) => title || `client ${id}`,
  onSite: () => pages.clients,
};

const columns: Column<ClientRow>[] = [
  { head: 'Image', cell: ({ image }) => <Thumbnail image={image} whole /> },
  { head: 'Name', cell: ({ title }) => <Cut>{title}</Cut> },
  { head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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
            existing={editing?.record.image ?? null}
            hint="The logo of the institution, drawn for a light ground."
          />
          <TextField name="title" label="Name" hint="Read out in place of the logo. Visitors do not see it." />
        </FormColumns>
      )}
    />
  );
}
