import type { z } from 'zod/mini';
import { adminCalls, pages } from '#paths.ts';
import { Cut, StatusBadge, Thumbnail } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import type { RecordKind } from '#ui/admin/record-kind.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { ImageField } from '#ui/form/image-field.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import type { testimonialRecordOnWire } from './schema.ts';

type TestimonialRow = z.infer<typeof testimonialRecordOnWire>;

const kind: RecordKind<TestimonialRow> = {
  path: adminCalls.testimonials,
  name: 'Testimonial',
  one: 'testimonial',
  deleteTitle: 'Delete testimonial',
  deleteFailed: 'Failed to delete the testimonial',
  empty: { name: '', position: '', description: '', image: '', status: true },
  valuesOf: ({ name, position, description, status }) => ({
    ...{ name, position, description },
    image: '',
    status: status !== 0,
  }),
  nameOf: ({ name }) => name,
  onSite: () => pages.home,
};

const columns: Column<TestimonialRow>[] = [
  { head: 'Image', cell: ({ image }) => <Thumbnail image={image} /> },
  { head: 'Name', cell: ({ name }) => <Cut strong>{name}</Cut> },
  { head: 'Position', cell: ({ position }) => <Cut>{position}</Cut> },
  { head: 'Description', cell: ({ description }) => <Cut>{description}</Cut> },
  { head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

export default function TestimonialsAdmin() {
  return (
    <ListScreen
      title="Testimonial"
      kind={kind}
      columns={columns}
      ordered
      fields={(editing) => (
        <FormColumns
          side={
            <>
              <ImageField
                name="image"
                label="Image"
                existing={editing?.record.image ?? null}
                hint="A face, as a square: it is shown in a circle."
              />
              <StatusSwitch />
            </>
          }
        >
          <TextField name="name" label="Name" span={6} />
          <TextField name="position" label="Position" span={6} />
          <TextArea name="description" label="Description" rows={4} />
        </FormColumns>
      )}
    />
  );
}
