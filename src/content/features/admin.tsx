import { useSearchParams } from 'react-router';
import type { FormOf } from '#api/shapes.ts';
import { nameColumn, wholeImageColumn } from '#cms/collections/columns.tsx';
import { fieldsOf } from '#cms/collections/form/fields-of.ts';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { statusColumn } from '#cms/collections/list/status-toggle.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { MoreFields } from '#ui/form/more-fields.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { Column } from '#ui/table/column.ts';
import { useCategoryChoices } from './categories/use-category-choices.ts';
import { FeatureDetailsAdmin } from './details/admin-details.tsx';
import { type Room, rooms } from './rooms.ts';
import type { FeatureRow, featureForm } from './schema.ts';

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
  empty: { title: '', room: '', selectedCategory: [], image: '', status: true },
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
      title="Features"
      kind={kind}
      columns={columns}
      ordered
      onView={onView}
      fields={(editing) => (
        <FormColumns
          side={
            <>
              <ImageField name="image" label="Image" required existing={editing?.record.image} />
              <StatusSwitch />
            </>
          }
        >
          <TextField name="title" label="Title" required />
          <MultiSelectField name="selectedCategory" label="Category" required choices={categories} />
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
