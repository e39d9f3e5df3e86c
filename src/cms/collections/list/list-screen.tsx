import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { toDataUrl } from '#cms/pictures/read-picture.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyError } from '#ui/admin/notify.tsx';
import { sitePanel } from '#ui/admin/site-panel.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { Column } from '#ui/table/column.ts';
import { RecordForm } from '../form/record-form.tsx';
import { type Editing, type RecordKind, valuesOf } from '../form/record-kind.ts';
import { ListCard } from './list-card.tsx';
import { useBulk } from './use-bulk.ts';
import { useDeletion } from './use-deletion.ts';
import { useEditing } from './use-editing.ts';
import { useList } from './use-list.ts';

interface ListScreenProps<R extends Row> {
  kind: RecordKind<R>;
  /** The heading, if it is not the title of the kind. */
  title?: string;
  columns: Column<R>[];
  fields: (editing: Editing<R> | null) => ReactNode;
  ordered?: boolean;
  groupOf?: (record: R) => string;
  onView?: (record: R) => void;
  tools?: ReactNode;
  /** Initial values of a new record from elsewhere on the screen. Such records can't be copied. */
  start?: { values: FormValues | null; onStarted: () => void };
}

/** The standard screen of a collection: a form card above the list. */
export function ListScreen<R extends Row>(props: ListScreenProps<R>) {
  const { kind, title = kind.title, columns, fields, ordered = false, groupOf, onView, tools, start } = props;
  const queries = useQueryClient();
  const list = useList<R>(kind.path);
  const { editing, setEditing, edit, mayLeave, onDirty } = useEditing(kind);
  const { copy, copyOf, endCopy } = useCopying(kind, async () => {
    const mayFill = await mayLeave();
    if (mayFill) setEditing(null);
    return mayFill;
  });
  // What was opened is closed first, or what is begun would be saved over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new beginning asks
  useEffect(() => {
    if (!start?.values || !editing) return;
    void mayLeave().then((may) => (may ? setEditing(null) : start.onStarted()));
  }, [start?.values]);
  const bulk = useBulk(kind, (ids) => {
    if (editing && ids.includes(editing.record.id)) setEditing(null);
  });
  const deletion = useDeletion(kind, ({ id }) => editing?.record.id === id && setEditing(null));
  return (
    <>
      <h1 className="screen-title">{title}</h1>
      <div className="stack">
        <Writers>
          <RecordForm
            kind={kind}
            editing={editing}
            onEdit={setEditing}
            onSaved={() => void queries.invalidateQueries()}
            onDirty={onDirty}
            copy={editing ? null : (start?.values ?? copy)}
            onCopied={start ? start.onStarted : endCopy}
            onDuplicate={start || sitePanel ? undefined : (record) => void copyOf(record)}
          >
            {fields(editing)}
          </RecordForm>
        </Writers>
        <ListCard
          {...{ kind, list, columns, ordered, groupOf, tools, bulk, onView }}
          onCopy={start === undefined ? copyOf : undefined}
          editingId={editing?.record.id ?? null}
          onDelete={deletion.remove}
          onEdit={edit}
          onRestore={deletion.restore}
        />
      </div>
    </>
  );
}

/** Starts a new record with the values and picture of another. It starts hidden. */
function useCopying<R extends Row>(kind: RecordKind<R>, mayFill: () => Promise<boolean>) {
  const [copy, setCopy] = useState<FormValues | null>(null);

  async function startCopy(record: R) {
    const values = { ...valuesOf(kind, record), ...('status' in kind.empty && { status: false }) };
    if (!(await mayFill())) return;
    try {
      setCopy(record.image && 'image' in values ? { ...values, image: await pictureAt(record.image) } : values);
    } catch (error) {
      notifyError(error);
    }
  }

  return { copy, copyOf: startCopy, endCopy: () => setCopy(null) };
}

async function pictureAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The picture could not be copied. Try again.');
  return toDataUrl(await response.blob());
}
