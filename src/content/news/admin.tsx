import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import {
  Cut,
  fieldsOf,
  imageColumn,
  nameColumn,
  type RecordKind,
  statusColumn,
} from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { adminCalls, pages } from '#paths.ts';
import { dayAhead, formatDay } from '#ui/admin/dates.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { newsRecordSchema, newsShapes } from './kind.server.ts';

type NewsRow = z.infer<typeof newsRecordSchema>;
type Form = FormOf<typeof newsShapes>;

const { DateField, ImageField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<NewsRow, Form> = {
  path: adminCalls.news,
  title: 'Institutional News',
  one: 'news',
  deleteFailed: 'Failed to Delete the news',
  empty: {
    // Today when the form is emptied, not when the office was opened.
    get date() {
      return dayAhead(0);
    },
    short_title: '',
    title: '',
    description: '',
    content: '',
    image: '',
    status: true,
  },
  versioned: true,
  nameOf: ({ title }) => title,
  onSite: ({ id, status }) => (status ? pages.newsDetails(id) : pages.news),
};

const columns: Column<NewsRow>[] = [
  imageColumn,
  { head: 'Date', sort: 'date', cell: ({ date }) => <span className="nowrap">{formatDay(date)}</span> },
  { head: 'Short title', sort: 'short_title', cell: ({ short_title }) => <Cut>{short_title}</Cut> },
  nameColumn('Title', 'title'),
  { head: 'Description', cell: ({ description }) => <Cut>{description}</Cut> },
  statusColumn,
];

export default function NewsAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      fields={(editing) => (
        <>
          <FormColumns
            side={
              <ImageField
                name="image"
                label="Image"
                required
                existing={editing?.record.image}
                hint="JPG, PNG or WebP. Cards crop it to 16:10."
              />
            }
          >
            <DateField name="date" label="Date" required span={4} />
            <TextField name="short_title" label="Short title" required span={8} />
            <TextField name="title" label="Title" required hint="News cards show the first 40 characters." />
            <TextArea
              name="description"
              label="Description"
              required
              hint="News cards show the first 168 characters."
            />
          </FormColumns>
          <ContentField />
        </>
      )}
    />
  );
}
