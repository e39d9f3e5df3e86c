import type { FormOf, RecordOf } from '#api/shapes.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { categoryShapes } from './data.server.ts';

type CategoryRow = RecordOf<typeof categoryShapes>;
type Form = FormOf<typeof categoryShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<CategoryRow, Form> = {
  path: adminCalls.featureCategories,
  title: 'Features Category',
  one: 'features category',
  empty: { category_name: '', status: true },
  nameOf: ({ category_name }) => category_name,
  onSite: () => pages.features,
};

const columns: Column<CategoryRow>[] = [nameColumn('Category', 'category_name'), statusColumn];

export default function FeatureCategoriesAdmin() {
  return (
    <ListScreen
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
