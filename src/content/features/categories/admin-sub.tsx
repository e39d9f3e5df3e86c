import type { z } from 'zod/mini';
import { adminCalls, pages } from '#paths.ts';
import { Cut } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf } from '#wire/shapes.ts';
import type { subCategoryForm, subCategoryRecordSchema } from './schema.ts';
import { useCategoryChoices } from './use-category-choices.ts';

type SubCategoryRow = z.infer<typeof subCategoryRecordSchema>;
type Form = FormOf<{ form: typeof subCategoryForm }>;

const { SelectField, TextField } = fieldsOf<Form>();

const kind: RecordKind<SubCategoryRow, Form> = {
  path: adminCalls.featureSubCategories,
  name: 'Features sub Category',
  one: 'features sub category',
  empty: { selectedCategory: null, sub_category_name: '', status: true },
  valuesOf: ({ category_id, sub_category_name, status }) => ({
    selectedCategory: category_id,
    sub_category_name,
    status: status !== 0,
  }),
  nameOf: ({ sub_category_name }) => sub_category_name,
  onSite: () => pages.features,
};

const columns: Column<SubCategoryRow>[] = [
  {
    head: 'Sub category',
    sort: 'sub_category_name',
    cell: ({ sub_category_name }) => <Cut strong>{sub_category_name}</Cut>,
  },
  { head: 'Category', cell: ({ category_name }) => <span className="chip">{category_name}</span> },
  statusColumn,
];

export default function FeatureSubCategoriesAdmin() {
  const categories = useCategoryChoices();
  return (
    <ListScreen
      title="Features sub Category"
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns side={<StatusSwitch />}>
          <SelectField name="selectedCategory" label="Category" required span={6} choices={categories} />
          <TextField name="sub_category_name" label="Sub category name" required span={6} />
        </FormColumns>
      )}
    />
  );
}
