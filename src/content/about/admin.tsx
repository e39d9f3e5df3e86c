import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { RecordForm } from '#cms/collections/form/record-form.tsx';
import { Cut, fieldsOf, imageColumn, PictureSide, type RecordKind } from '#cms/collections/form/record-kind.tsx';
import { useDeletion, useEditing } from '#cms/collections/list/list-screen.tsx';
import { ListTableView } from '#cms/collections/list/list-table.tsx';
import { ContentField } from '#cms/rich-text/content-field.tsx';
import { StatusBadge } from '#cms/versions/pending.tsx';
import { adminCalls, pages } from '#paths.ts';
import { type ListPage, sitePanel, useAnswer } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { dayAhead, formatDay } from '#ui/admin/dates.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { type Column, Pagination, pageOf } from '#ui/table/table.tsx';
import type { aboutRecordSchema, aboutShapes } from './kind.server.ts';

type AboutRow = z.infer<typeof aboutRecordSchema>;
type Form = FormOf<typeof aboutShapes>;

const { DateField, TextArea, TextField } = fieldsOf<Form>();

const kind: RecordKind<AboutRow, Form> = {
  path: adminCalls.about,
  title: 'Institutional About',
  one: 'About',
  deleteFailed: 'Failed to Delete the About',
  empty: {
    // Today when the form is emptied, not when the office was opened.
    get date() {
      return dayAhead(0);
    },
    title: '',
    short_description: '',
    description: '',
    content: '',
    image: '',
    status: true,
  },
  versioned: true,
  single: true,
  nameOf: ({ title }) => title,
  onSite: ({ id, status }) => (status ? pages.aboutDetails(id) : pages.home),
};

const words: Column<AboutRow>[] = [
  { head: 'Title', cell: ({ title }) => <Cut strong>{title}</Cut> },
  { head: 'Short title', cell: ({ short_description }) => <Cut>{short_description}</Cut> },
  { head: 'Status', cell: (record) => <StatusBadge record={record} /> },
];

const columns = [imageColumn, ...words];

const olderColumns: Column<AboutRow>[] = [
  imageColumn,
  { head: 'Date', cell: ({ date }) => <span className="nowrap">{formatDay(date)}</span> },
  ...words,
];

/** Only the newest active text is published here. Older ones stay at their own address. */
export default function AboutAdmin() {
  const { editing, setEditing, edit, mayLeave, onDirty } = useEditing(kind);
  const query = useAnswer<{ data: AboutRow | null }>(kind.path);
  const mayWrite = useMayWrite();
  // Without the newest text the form would add a second one over it.
  const { data } = query;
  const newest = data?.data ?? null;

  // The newest text opens by itself, unless the address is of another: most visits here edit it.
  const [address] = useSearchParams();
  const opened = useRef(sitePanel === 'record' || address.has('edit'));
  const [isReady, setReady] = useState(opened.current);
  useEffect(() => {
    if (opened.current || !data || !mayWrite) return;
    opened.current = true;
    void Promise.resolve(newest && edit(newest, 1, true)).then(() => setReady(true));
  }, [data, newest, edit, mayWrite]);

  async function writeNew() {
    if (await mayLeave()) setEditing(null);
  }

  return (
    <>
      <h1 className="screen-title">About</h1>
      {/* All at once: the form would push down the lists. */}
      <div className="stack" hidden={mayWrite && !isReady && !query.isError}>
        {newest?.status === 0 && <HiddenNewest id={newest.id} />}
        {data && (
          <Writers>
            <RecordForm kind={kind} editing={editing} onEdit={setEditing} onDirty={onDirty}>
              <FormColumns side={<PictureSide existing={editing?.record.image} />}>
                <DateField name="date" label="Date" span={4} />
                <TextField name="title" label="Title" required span={8} />
                <TextArea name="short_description" label="Short description" required rows={4} />
                <TextArea
                  name="description"
                  label="Description"
                  rows={3}
                  hint="Below the picture, above the content."
                />
              </FormColumns>
              <ContentField />
            </RecordForm>
          </Writers>
        )}
        <NewestText {...{ query, edit }} editingId={editing?.record.id ?? null} onNew={writeNew} />
        <OlderTexts
          newestId={newest?.id ?? null}
          editingId={editing?.record.id ?? null}
          onEdit={edit}
          onDeleted={(record) => editing?.record.id === record.id && setEditing(null)}
        />
      </div>
    </>
  );
}

interface NewestTextProps {
  query: UseQueryResult<{ data: AboutRow | null }>;
  editingId: number | null;
  edit: (record: AboutRow, number: number) => void;
  onNew: () => Promise<void>;
}

function NewestText({ query: { data, isError, refetch }, editingId, edit, onNew }: NewestTextProps) {
  const mayWrite = useMayWrite();
  return (
    <Card
      id="list"
      title="List About"
      head={
        editingId && (
          <div className="card-tools">
            <button type="button" className="button button-quiet" onClick={() => void onNew()}>
              <Plus />
              Write a new text
            </button>
          </div>
        )
      }
    >
      <ListTableView
        label="List About"
        columns={columns}
        rows={data?.data ? [data.data] : []}
        from={1}
        nameOf={kind.nameOf}
        editingId={editingId}
        state={isError ? 'failed' : data ? 'ready' : 'loading'}
        emptyHint="Add the first one with the form above."
        onRetry={refetch}
        onEdit={mayWrite ? edit : undefined}
      />
    </Card>
  );
}

function useTexts(query: string) {
  return useAnswer<ListPage<AboutRow>>(`${kind.path}?${query}`);
}

/** Shows which text is published while the newest is inactive. */
function HiddenNewest({ id }: { id: number }) {
  const { data } = useTexts('all=1&status=1&per_page=1');
  if (!data) return null;
  const published = data.data.find((text) => text.id !== id);
  return (
    <p className="notice" role="status">
      The newest text is Inactive.{' '}
      {published ? (
        <span>
          Visitors see the one before it: <b lang="bn">{published.title}</b>
        </span>
      ) : (
        'Visitors see no text about the institution at all.'
      )}
    </p>
  );
}

interface OlderTextsProps {
  newestId: number | null;
  editingId: number | null;
  onEdit: (record: AboutRow, number: number) => void;
  onDeleted: (record: AboutRow) => void;
}

function OlderTexts({ newestId, editingId, onEdit, onDeleted }: OlderTextsProps) {
  const [page, setPage] = useState(1);
  const [trash, setTrash] = useState(false);
  const { data, isError, refetch } = useTexts(`${trash ? 'trash' : 'all'}=1&page=${page}`);
  const mayWrite = useMayWrite();
  const deletion = useDeletion(kind, onDeleted);
  const rows = data?.data.filter(({ id }) => trash || id !== newestId) ?? [];
  const title = trash ? 'Trash: About' : 'Older texts';
  const changing = trash ? { onRestore: deletion.restore } : { onDelete: deletion.remove, onEdit };
  const actions = mayWrite ? changing : {};
  return (
    <Card
      id="older"
      title={title}
      head={
        <>
          <span className="note">
            {trash ? 'Deleted texts are kept for 30 days.' : 'Each stays at its own address while it is Active.'}
          </span>
          <div className="card-tools">
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={trash}
              onClick={() => {
                setTrash(!trash);
                setPage(1);
              }}
            >
              Trash
            </button>
          </div>
        </>
      }
    >
      <ListTableView
        label={title}
        columns={olderColumns}
        rows={rows}
        from={data?.from ?? 1}
        nameOf={kind.nameOf}
        editingId={editingId}
        state={isError ? 'failed' : data ? 'ready' : 'loading'}
        emptyHint={trash ? 'The trash is empty.' : 'There is no older text.'}
        onRetry={refetch}
        {...actions}
      />
      {data && data.last_page > 1 && (
        <div className="card-foot">
          <Pagination page={data} onFollow={(link) => setPage(pageOf(link))} />
        </div>
      )}
    </Card>
  );
}
