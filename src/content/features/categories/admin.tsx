import { adminCalls, pages } from '#paths.ts';
import { Cut } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf, RecordOf } from '#wire/shapes.ts';
import type { categoryShapes } from './schema.ts';

type CategoryRow = RecordOf<typeof categoryShapes>;
type Form = FormOf<typeof categoryShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<CategoryRow, Form> = {
  path: adminCalls.featureCategories,
  name: 'Features Category',
  one: 'features category',
  empty: { category_name: '', status: true },
  nameOf: ({ category_name }) => category_name,
  onSite: () => pages.features,
};

const columns: Column<CategoryRow>[] = [
  { head: 'Category', sort: 'category_name', cell: ({ category_name }) => <Cut strong>{category_name}</Cut> },
  statusColumn,
];

export default function FeatureCategoriesAdmin() {
  return (
    <ListScreen
      title="Features Category"
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns side={<StatusSwitch />}>
          <TextField name="category_name" label="Category name" required />
        </FormColumns>
      )}
    />
  );
}
