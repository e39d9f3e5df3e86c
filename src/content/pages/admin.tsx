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
import { type PageAddress, pageAddresses } from './addresses.ts';
import type { pageShapes } from './schema.ts';

type PageRow = RecordOf<typeof pageShapes>;
type Form = FormOf<typeof pageShapes>;

const { ContentField, OptionField, TextField } = fieldsOf<Form>();

const kind: RecordKind<PageRow, Form> = {
  path: adminCalls.pages,
  name: 'Page',
  one: 'page',
  empty: { address: 'privacy', title: '', content: '', status: true },
  nameOf: ({ title }) => title,
  onSite: ({ address }) => pageAddresses[address as PageAddress].path,
};

const columns: Column<PageRow>[] = [
  { head: 'Title', sort: 'title', cell: ({ title }) => <Cut strong>{title}</Cut> },
  { head: 'Page', cell: ({ address }) => pageAddresses[address as PageAddress].path },
  statusColumn,
];

const choices = [
  { value: 'privacy', name: `Privacy (${pageAddresses.privacy.path})` },
  { value: 'terms', name: `Terms (${pageAddresses.terms.path})` },
];

export default function PagesAdmin() {
  return (
    <ListScreen
      title="Pages"
      kind={kind}
      columns={columns}
      fields={() => (
        <>
          <FormColumns side={<StatusSwitch />}>
            <OptionField
              name="address"
              label="Page"
              required
              span={6}
              hint="The newest Active text is shown."
              options={choices}
            />
            <TextField name="title" label="Title" required span={6} />
          </FormColumns>
          <ContentField name="content" label="Content" required />
        </>
      )}
    />
  );
}
