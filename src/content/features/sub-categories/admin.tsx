import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { subCategoryForm, subCategoryRecordSchema } from '../categories/data.server.ts';
import { useCategoryChoices } from '../categories/use-category-choices.ts';

type SubCategoryRow = z.infer<typeof subCategoryRecordSchema>;
type Form = FormOf<{ form: typeof subCategoryForm }>;

const { SelectField, TextField } = fieldsOf<Form>();

const kind: RecordKind<SubCategoryRow, Form> = {
  path: adminCalls.featureSubCategories,
  title: 'Features sub Category',
  one: 'features sub category',
  empty: { selectedCategory: null, sub_category_name: '', status: true },
  valuesOf: ({ category_id }) => ({ selectedCategory: category_id }),
  nameOf: ({ sub_category_name }) => sub_category_name,
  onSite: () => pages.features,
};

const columns: Column<SubCategoryRow>[] = [
  nameColumn('Sub category', 'sub_category_name'),
  { head: 'Category', cell: ({ category_name }) => <span className="chip">{category_name}</span> },
  statusColumn,
];

export default function FeatureSubCategoriesAdmin() {
  const categories = useCategoryChoices();
  return (
    <ListScreen
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
