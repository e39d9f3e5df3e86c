import type { z } from 'zod/mini';
import { adminCalls, pages } from '#paths.ts';
import { Cut, StatusBadge } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import type { RecordKind } from '#ui/admin/record-kind.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { featureCategoryOnWire } from './schema.ts';

type CategoryRow = z.infer<typeof featureCategoryOnWire>;

const kind: RecordKind<CategoryRow> = {
  path: adminCalls.featureCategories,
  name: 'Features Category',
  one: 'features category',
  deleteTitle: 'Delete features category',
  deleteFailed: 'Failed to delete the features category',
  empty: { category_name: '', status: true },
  valuesOf: ({ category_name, status }) => ({ category_name, status: status !== 0 }),
  nameOf: ({ category_name }) => category_name,
  onSite: () => pages.features,
};

const columns: Column<CategoryRow>[] = [
  { head: 'Category', cell: ({ category_name }) => <Cut strong>{category_name}</Cut> },
  { head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
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
