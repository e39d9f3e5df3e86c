import type { FormOf, RecordOf } from '#api/shapes.ts';
import {
  fieldsOf,
  nameColumn,
  PictureSide,
  type RecordKind,
  statusColumn,
  wholeImageColumn,
} from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { statisticShapes } from './kind.server.ts';

type StatisticRow = RecordOf<typeof statisticShapes>;
type Form = FormOf<typeof statisticShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<StatisticRow, Form> = {
  path: adminCalls.statistics,
  title: 'Statistics',
  one: 'statistic',
  empty: { statistics_title: '', statistics_count: '', image: '', status: true },
  nameOf: ({ statistics_title }) => statistics_title,
  onSite: () => pages.home,
};

const columns: Column<StatisticRow>[] = [
  wholeImageColumn,
  nameColumn('Title', 'statistics_title'),
  { head: 'Count', cell: ({ statistics_count }) => statistics_count },
  statusColumn,
];

export default function StatisticsAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <FormColumns side={<PictureSide existing={editing?.record.image} />}>
          <TextField name="statistics_title" label="Statistics title" required />
          <TextField
            name="statistics_count"
            label="Statistics count"
            required
            span={6}
            hint="A number is shown in Bengali digits; words as they are written."
          />
        </FormColumns>
      )}
    />
  );
}
