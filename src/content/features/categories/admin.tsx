import type { FormOf, RecordOf } from '#api/shapes.ts';
import { nameColumn } from '#cms/collections/columns.tsx';
import { fieldsOf } from '#cms/collections/form/fields-of.ts';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { statusColumn } from '#cms/collections/list/status-toggle.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { categoryShapes } from './schema.ts';

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
