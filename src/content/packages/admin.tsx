import { Tags } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { takaInWords } from '#api/text.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls, pages } from '#paths.ts';
import { create } from '#ui/admin/calls/api.ts';
import { useChoices } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { MoreFields, OnOffSwitch, StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { CategoriesDialog } from './admin-categories.tsx';
import type { packageCategoryChoicesSchema, packageForm, packageRecordSchema } from './kind.server.ts';

type PackageRow = z.infer<typeof packageRecordSchema>;
type Form = FormOf<{ form: typeof packageForm }>;
type Category = z.infer<typeof packageCategoryChoicesSchema>[number];

const { SelectField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<PackageRow, Form> = {
  path: adminCalls.packages,
  title: 'Price packages',
  one: 'package',
  empty: {
    selectedCategory: null,
    package_name: '',
    intstilation_cost: '',
    monthly_charge: '',
    audience: '',
    includes: '',
    students_from: '',
    students_to: '',
    recommended: false,
    status: true,
  },
  valuesOf: ({ package_category_id, installation_cost, students_from, students_to, recommended }) => ({
    selectedCategory: package_category_id,
    intstilation_cost: installation_cost,
    students_from: String(students_from ?? ''),
    students_to: String(students_to ?? ''),
    recommended: recommended !== 0,
  }),
  nameOf: ({ package_name }) => package_name,
  onSite: () => pages.packages,
};

const columns: Column<PackageRow>[] = [
  nameColumn('Package name', 'package_name'),
  {
    head: 'Students',
    cell: ({ students_from: from, students_to: to }) => (to ? t`${from ?? 1} – ${to}` : from && t`from ${from}`),
  },
  { head: 'Installation cost', cell: ({ installation_cost }) => amountInWords(installation_cost) },
  { head: 'Monthly charge', cell: ({ monthly_charge }) => amountInWords(monthly_charge) },
  statusColumn,
];

/** A cost is a number of taka, or words. */
function amountInWords(cost: string): string {
  return /^\d+$/.test(cost) ? takaInWords(Number(cost)) : cost;
}

const costHint = 'A number of taka, or words.';
const sizeHint = 'Leave it empty if there is no limit.';
const includesHint = 'One thing in each line. Packages of a category are compared by lines with the same words.';

export default function PackagesAdmin() {
  const [managing, setManaging] = useState(false);
  const categories = useChoices<Category>(
    adminCalls.packageCategoriesToChoose,
    ({ name }) => name,
    (name) => create(adminCalls.packageCategories, { name, status: true }),
  );
  return (
    <>
      <ListScreen
        kind={kind}
        columns={columns}
        ordered
        groupOf={({ package_category }) => package_category}
        tools={
          <button type="button" className="button button-quiet" onClick={() => setManaging(true)}>
            <Tags />
            Categories
          </button>
        }
        fields={() => (
          <FormColumns side={<StatusSwitch />}>
            <SelectField name="selectedCategory" label="Package category" required span={6} choices={categories} />
            <TextField name="package_name" label="Package name" required span={6} />
            <TextField name="intstilation_cost" label="Installation cost" required span={6} hint={costHint} />
            <TextField name="monthly_charge" label="Monthly charge" required span={6} hint={costHint} />
            <MoreFields names={['audience', 'students_from', 'students_to', 'includes', 'recommended']}>
              <TextField name="audience" label="For whom" hint="One line, such as: ছোট মাদ্রাসা, এক শাখা" />
              <TextField name="students_from" label="Students from" span={6} hint={sizeHint} />
              <TextField name="students_to" label="Students to" span={6} hint={sizeHint} />
              <TextArea name="includes" label="What is included" rows={6} hint={includesHint} />
              <OnOffSwitch name="recommended" label="Recommended" />
            </MoreFields>
          </FormColumns>
        )}
      />
      {managing && <CategoriesDialog onClose={() => setManaging(false)} />}
    </>
  );
}
