import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminCalls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { Cut, StatusBadge, Thumbnail } from '#ui/admin/list/cells.tsx';
import type { Column } from '#ui/admin/list/column.ts';
import { ListTable } from '#ui/admin/list/list-table.tsx';
import { useEditing } from '#ui/admin/list/use-editing.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { ContentField } from '#ui/form/content-field.tsx';
import { fieldsOf } from '#ui/form/fields-of.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { RecordForm } from '#ui/form/record-form.tsx';
import type { RecordKind } from '#ui/form/record-kind.ts';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { FormOf, RecordOf } from '#wire/shapes.ts';
import type { aboutShapes } from './schema.ts';

type AboutRow = RecordOf<typeof aboutShapes>;
type Form = Omit<FormOf<typeof aboutShapes>, 'date' | 'description'>;

const { ImageField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<AboutRow, Form> = {
  path: adminCalls.about,
  name: 'Institutional About',
  one: 'About',
  deleteFailed: 'Failed to Delete the About',
  empty: { title: '', short_description: '', content: '', image: '', status: true },
  nameOf: ({ title }) => title,
  onSite: ({ id, status }) => (status ? pages.aboutDetails(id) : pages.home),
};

const columns: Column<AboutRow>[] = [
  { head: 'Image', cell: ({ image }) => <Thumbnail image={image} /> },
  { head: 'Title', cell: ({ title }) => <Cut strong>{title}</Cut> },
  { head: 'Short title', cell: ({ short_description }) => <Cut>{short_description}</Cut> },
  { head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

/** One text is shown at a time, so the list has one row and nothing to delete. */
export default function AboutAdmin() {
  const queries = useQueryClient();
  const mayWrite = useMayWrite();
  const { editing, setEditing, edit, onDirty } = useEditing(kind);
  const { data, isError, refetch } = useQuery({
    queryKey: [kind.path],
    queryFn: ({ signal }) => api.get<{ data: AboutRow | null }>(kind.path, { signal }),
  });
  return (
    <>
      <h1 className="screen-title">About</h1>
      <div className="stack">
        <Writers>
          <RecordForm
            kind={kind}
            editing={editing}
            onEdit={setEditing}
            onSaved={() => void queries.invalidateQueries()}
            onDirty={onDirty}
          >
            <FormColumns
              side={
                <>
                  <ImageField name="image" label="Image" required existing={editing?.record.image ?? null} />
                  <StatusSwitch />
                </>
              }
            >
              <TextField name="title" label="Title" required />
              <TextArea name="short_description" label="Short description" required rows={4} />
            </FormColumns>
            <ContentField />
          </RecordForm>
        </Writers>
        <section className="card" aria-labelledby="list-title">
          <div className="card-head">
            <h2 id="list-title">List About</h2>
          </div>
          <ListTable
            label="List About"
            columns={columns}
            rows={data?.data ? [data.data] : []}
            from={1}
            nameOf={kind.nameOf}
            editingId={editing?.record.id ?? null}
            state={isError ? 'failed' : data ? 'ready' : 'loading'}
            emptyHint="Add the first one with the form above."
            onRetry={() => void refetch()}
            onEdit={mayWrite ? edit : undefined}
          />
        </section>
      </div>
    </>
  );
}
