import type { FormOf, RecordOf } from '#api/shapes.ts';
import {
  Cut,
  fieldsOf,
  imageColumn,
  nameColumn,
  PictureSide,
  type RecordKind,
  statusColumn,
} from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { testimonialShapes } from './kind.server.ts';

type TestimonialRow = RecordOf<typeof testimonialShapes>;
type Form = FormOf<typeof testimonialShapes>;

const { TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<TestimonialRow, Form> = {
  path: adminCalls.testimonials,
  title: 'Testimonial',
  one: 'testimonial',
  empty: { name: '', position: '', description: '', image: '', status: true },
  nameOf: ({ name }) => name,
  onSite: () => pages.home,
};

const columns: Column<TestimonialRow>[] = [
  imageColumn,
  nameColumn('Name', 'name'),
  { head: 'Position', sort: 'position', cell: ({ position }) => <Cut>{position}</Cut> },
  { head: 'Description', cell: ({ description }) => <Cut>{description}</Cut> },
  statusColumn,
];

export default function TestimonialsAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <FormColumns
          side={<PictureSide existing={editing?.record.image} hint="A face, as a square: it is shown in a circle." />}
        >
          <TextField name="name" label="Name" required span={6} />
          <TextField name="position" label="Position" required span={6} />
          <TextArea name="description" label="Description" required rows={4} />
        </FormColumns>
      )}
    />
  );
}
