import type { z } from 'zod/mini';
import { adminCalls, pages } from '#paths.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { Cut, Thumbnail } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListScreen } from '#ui/admin/list/list-screen.tsx';
import { statusColumn } from '#ui/admin/list/status-toggle.tsx';
import { ContentField } from '#ui/form/content-field.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf } from '#wire/shapes.ts';
import type { newsRecordSchema, newsShapes } from './schema.ts';

type NewsRow = z.infer<typeof newsRecordSchema>;
type Form = FormOf<typeof newsShapes>;

const { DateField, ImageField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<NewsRow, Form> = {
  path: adminCalls.news,
  name: 'Institutional News',
  one: 'news',
  deleteFailed: 'Failed to Delete the news',
  empty: { date: '', short_title: '', title: '', description: '', content: '', image: '', status: true },
  versioned: true,
  nameOf: ({ title }) => title,
  onSite: ({ id, status }) => (status ? pages.newsDetails(id) : pages.news),
};

const columns: Column<NewsRow>[] = [
  { head: 'Image', cell: ({ image }) => <Thumbnail image={image} /> },
  { head: 'Date', sort: 'date', cell: ({ date }) => <span className="nowrap">{formatDay(date)}</span> },
  { head: 'Short title', sort: 'short_title', cell: ({ short_title }) => <Cut>{short_title}</Cut> },
  { head: 'Title', sort: 'title', cell: ({ title }) => <Cut strong>{title}</Cut> },
  { head: 'Description', cell: ({ description }) => <Cut>{description}</Cut> },
  statusColumn,
];

export default function NewsAdmin() {
  return (
    <ListScreen
      title="Institutional News"
      kind={kind}
      columns={columns}
      fields={(editing) => (
        <>
          <FormColumns
            side={
              <>
                <ImageField
                  name="image"
                  label="Image"
                  required
                  existing={editing?.record.image ?? null}
                  hint="JPG, PNG or WebP. Cards crop it to 16:10."
                />
                <StatusSwitch />
              </>
            }
          >
            <DateField name="date" label="Date" required span={4} />
            <TextField name="short_title" label="Short title" required span={8} />
            <TextField name="title" label="Title" required hint="News cards show the first 40 characters." counted />
            <TextArea
              name="description"
              label="Description"
              required
              hint="News cards show the first 168 characters."
              counted
            />
          </FormColumns>
          <ContentField />
        </>
      )}
    />
  );
}
