import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import {
  fieldsOf,
  nameColumn,
  PictureSide,
  type RecordKind,
  statusColumn,
  wholeImageColumn,
} from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, calls, pages } from '#paths.ts';
import { useChoices } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { screenForm, screenRecordSchema } from './data.server.ts';

type ScreenRow = z.infer<typeof screenRecordSchema>;
type Form = FormOf<{ form: typeof screenForm }>;

const { OptionField, SelectField, TextField } = fieldsOf<Form>();

const kind: RecordKind<ScreenRow, Form> = {
  path: adminCalls.featureScreens,
  title: 'Feature screens',
  one: 'feature screen',
  empty: { selectedFeature: null, caption: '', device: 'phone', image: '', status: true },
  valuesOf: ({ feature_id }) => ({ selectedFeature: feature_id }),
  nameOf: ({ caption }) => caption,
  onSite: ({ feature_id }) => pages.featureDetails(feature_id),
};

const columns: Column<ScreenRow>[] = [
  wholeImageColumn,
  nameColumn('Caption', 'caption'),
  { head: 'Feature', cell: ({ feature_title }) => <span className="chip">{feature_title}</span> },
  { head: 'Device', cell: ({ device }) => <>{device === 'phone' ? 'Phone' : 'Desk'}</> },
  statusColumn,
];

const devices = [
  { value: 'phone', name: 'Phone: the picture stands upright' },
  { value: 'desk', name: 'Desk: the picture is wider than high' },
];

export default function FeatureScreensAdmin() {
  const features = useChoices<{ id: number; title: string }>(calls.features, ({ title }) => title);
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <FormColumns
          side={
            <PictureSide
              existing={editing?.record.image}
              hint="What the software shows, without the frame of the device: that is drawn around it."
            />
          }
        >
          <SelectField name="selectedFeature" label="Feature" required span={6} choices={features} />
          <OptionField name="device" label="Device" required span={6} options={devices} />
          <TextField name="caption" label="Caption" required hint="What is to be seen, in one sentence." />
        </FormColumns>
      )}
    />
  );
}
