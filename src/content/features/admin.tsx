import { useController } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { FormOf } from '#api/shapes.ts';
import { linesOf } from '#api/text.ts';
import {
  fieldsOf,
  nameColumn,
  type RecordKind,
  statusColumn,
  wholeImageColumn,
} from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { useAnswer } from '#ui/admin/calls/api.ts';
import { Field, useField } from '#ui/form/call-form.tsx';
import { ChoiceBox } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { MoreFields } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { useCategoryChoices } from './categories/use-category-choices.ts';
import type { FeatureRow, featureForm } from './data.server.ts';
import { FeatureDetailsAdmin } from './details/admin-details.tsx';
import { type Room, rooms } from './rooms.ts';

/** `?details=7` shows the details of that feature. */
export default function FeaturesAdmin() {
  const [address, setAddress] = useSearchParams();
  const details = Number(address.get('details'));
  const show = (id: number | null, edit?: number) =>
    setAddress({ ...(id !== null && { details: String(id) }), ...(edit !== undefined && { edit: String(edit) }) });
  if (details > 0) {
    return <FeatureDetailsAdmin id={details} onBack={() => show(null)} onEdit={() => show(null, details)} />;
  }
  return <FeatureList onView={({ id }) => show(id)} />;
}

type Form = FormOf<{ form: typeof featureForm }>;

const { ImageField, MultiSelectField, OptionField, TextField } = fieldsOf<Form>();

const kind: RecordKind<FeatureRow, Form> = {
  path: adminCalls.features,
  title: 'Features',
  one: 'feature',
  empty: { title: '', room: '', package_lines: '', selectedCategory: [], image: '', status: true },
  valuesOf: ({ category }) => ({ selectedCategory: category.map(({ id }) => id) }),
  versioned: true,
  nameOf: ({ title }) => title,
  onSite: ({ id, status }) => (status ? pages.featureDetails(id) : pages.features),
};

const columns: Column<FeatureRow>[] = [
  wholeImageColumn,
  nameColumn('Title', 'title'),
  {
    head: 'Category',
    cell: ({ category }) => (
      <span className="chips flow">
        {category.map(({ id, category_name }) => (
          <span className="chip" key={id}>
            {category_name}
          </span>
        ))}
      </span>
    ),
  },
  statusColumn,
];

const roomNames: Record<Room, string> = {
  admission: 'ভর্তি (admission)',
  attendance: 'হাজিরা (attendance)',
  routine: 'রুটিন (routine)',
  fees: 'বেতন (fees)',
  results: 'ফলাফল (results)',
  library: 'লাইব্রেরি (library)',
  notice: 'নোটিশ (notice)',
};

const roomChoices = [{ value: '', name: 'None' }, ...rooms.map((value) => ({ value, name: roomNames[value] }))];

function FeatureList({ onView }: { onView: (feature: FeatureRow) => void }) {
  const categories = useCategoryChoices();
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      onView={onView}
      fields={(editing) => (
        <FormColumns side={<ImageField name="image" label="Image" required existing={editing?.record.image} />}>
          <TextField name="title" label="Title" required />
          <MultiSelectField name="selectedCategory" label="Category" required choices={categories} />
          <PackageLinesField />
          <MoreFields names={['room']}>
            <OptionField
              name="room"
              label="Place in the picture of the home page"
              options={roomChoices}
              hint="A press on this room of the school opens this feature. If several have one room, the first."
            />
          </MoreFields>
        </FormColumns>
      )}
    />
  );
}

function PackageLinesField() {
  const label = t('Lines of the packages');
  const { data, isError } = useAnswer<Record<string, { data: { includes: string }[] }>>(calls.packages);
  const { id, error, aria, control } = useField('package_lines', true);
  const { field } = useController({ name: 'package_lines', control });

  const packages = Object.values(data ?? {}).flatMap((group) => group.data);
  const existing = [...new Set(packages.flatMap(({ includes }) => linesOf(includes)))];
  const linked = linesOf(String(field.value ?? ''));
  const gone = data ? linked.filter((line) => !existing.includes(line)) : [];
  const items = [...existing, ...gone].map((name, index) => ({ id: index, name }));

  const toggle = (index: number) => {
    const line = items[index]?.name ?? '';
    const lines = linked.includes(line) ? linked.filter((other) => other !== line) : [...linked, line];
    field.onChange(lines.join('\n'));
  };
  return (
    <Field
      id={id}
      {...{ label, error }}
      hint={
        gone.length > 0
          ? t`No package includes ${gone.join(', ')} any more. Choose another line.`
          : t(
              'The page of this feature shows the cheapest package that includes these lines. In the price table the lines link to this feature.',
            )
      }
    >
      <ChoiceBox
        {...{ label, aria }}
        choices={{ items, state: isError ? 'failed' : data ? 'ready' : 'loading' }}
        chosen={items.flatMap(({ id, name }) => (linked.includes(name) ? id : []))}
        multiple
        inputRef={field.ref}
        onChoose={toggle}
        onRemove={toggle}
        onBlur={field.onBlur}
      />
    </Field>
  );
}
