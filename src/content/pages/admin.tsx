import type { FormOf, RecordOf } from '#api/shapes.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { type PageAddress, pageAddresses } from './addresses.ts';
import type { pageShapes } from './kind.server.ts';

type PageRow = RecordOf<typeof pageShapes>;
type Form = FormOf<typeof pageShapes>;

const { ContentField, OptionField, TextField } = fieldsOf<Form>();

const kind: RecordKind<PageRow, Form> = {
  path: adminCalls.pages,
  title: 'Page',
  one: 'page',
  empty: { address: 'privacy', title: '', content: '', status: true },
  nameOf: ({ title }) => title,
  onSite: ({ address }) => pageAddresses[address as PageAddress].path,
};

const columns: Column<PageRow>[] = [
  nameColumn('Title', 'title'),
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
