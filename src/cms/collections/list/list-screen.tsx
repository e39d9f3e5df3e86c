import { useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Copy, Eye, EyeOff, type LucideIcon, Trash2, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { toDataUrl } from '#cms/pictures/read-picture.ts';
import { t } from '#i18n/text.ts';
import { api, CallError, type ListPage, messageOf, type Row, useReload, type Written } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { askToDelete, askToLeave, showMessage } from '#ui/admin/dialog/ask.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyError, notifyFailed, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import type { FormValues } from '#ui/form/call-form.tsx';
import { leaveConfirmed } from '#ui/form/form-card.tsx';
import type { Column } from '#ui/table/table.tsx';
import { findRecord, withDraft } from '../../versions/pending.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { type Editing, publicUrl, type RecordKind, StatusToggling, valuesOf } from '../form/record-kind.tsx';
import { ListFrame, ListTools } from './list-frame.tsx';
import type { RowActions } from './list-table.tsx';
import { useArranging } from './use-arranging.ts';
import { type List, useList } from './use-list.ts';
import { maxSelected, type Selection, useSelection } from './use-selection.ts';

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
  const list = useList<R>(kind.path);
  const { editing, setEditing, edit, mayLeave, onDirty } = useEditing(kind);
  const { copy, copyOf, endCopy } = useCopying(kind, async () => {
    const mayFill = await mayLeave();
    if (mayFill) setEditing(null);
    return mayFill;
  });
  // The opened record is closed first, or the new one would be saved over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new beginning asks
  useEffect(() => {
    if (!start?.values || !editing) return;
    void mayLeave().then((may) => (may ? setEditing(null) : start.onStarted()));
  }, [start?.values]);
  const bulk = useBulk(kind, (ids) => {
    if (editing && ids.includes(editing.record.id)) setEditing(null);
  });
  /** The form of the record closes, as what it holds is older then. */
  const turn = async (record: R) => {
    if (editing?.record.id !== record.id || (await mayLeave())) await bulk.turn(record);
  };
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
            onDirty={onDirty}
            copy={editing ? null : (start?.values ?? copy)}
            onCopied={start ? start.onStarted : endCopy}
          >
            {fields(editing)}
          </RecordForm>
        </Writers>
        <ListCard
          {...{ kind, list, columns, ordered, groupOf, tools, bulk, onView }}
          onCopy={start === undefined ? copyOf : undefined}
          editingId={editing?.record.id ?? null}
          onTurn={turn}
          onDelete={deletion.remove}
          onEdit={edit}
          onRestore={deletion.restore}
        />
      </div>
    </>
  );
}

/** Starts a new record with the values and picture of another. It starts hidden, unless a draft can be saved. */
function useCopying<R extends Row>(kind: RecordKind<R>, mayFill: () => Promise<boolean>) {
  const [copy, setCopy] = useState<FormValues | null>(null);

  async function startCopy(record: R) {
    const values = { ...valuesOf(kind, record), ...('status' in kind.empty && { status: kind.versioned === true }) };
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

interface ListCardProps<R extends Row> extends RowActions<R> {
  kind: RecordKind<R>;
  list: List<R>;
  columns: Column<R>[];
  editingId: number | null;
  /** Visitors see the records in a manual order. */
  ordered: boolean;
  groupOf?: ((record: R) => string) | undefined;
  bulk: ReturnType<typeof useBulk<R>>;
  onTurn: (record: R) => Promise<void>;
  onCopy?: ((record: R) => void) | undefined;
  tools?: ReactNode;
}

/** The list with its toolbar, pagination and trash. */
function ListCard<R extends Row>(props: ListCardProps<R>) {
  const {
    kind,
    list,
    columns,
    editingId,
    ordered,
    groupOf,
    tools,
    bulk,
    onTurn,
    onCopy,
    onDelete,
    onEdit,
    onView,
    onRestore,
  } = props;
  const arranging = useArranging({ path: kind.path, list, nameOf: kind.nameOf, groupOf });
  const { trash } = list;
  const selection = useSelection(list.rows, list.filterKey);
  const sorting = trash ? null : { by: list.sort, onSort: (sort: string) => list.change({ sort }) };
  const title = trash ? `Trash: ${kind.title}` : `List ${kind.title}`;
  const mayWrite = useMayWrite();
  const changing: RowActions<R> = trash ? { onRestore } : { onDelete, onEdit };
  const actions: RowActions<R> = { ...(mayWrite && changing), ...(!trash && { onView }) };
  // The column shows the rows of this list.
  const toggling = {
    nameOf: (row: Row) => kind.nameOf(row as R),
    toggle: (row: Row) => void onTurn(row as R),
  };
  return (
    <StatusToggling value={trash || !mayWrite ? null : toggling}>
      <ListFrame
        {...actions}
        title={title}
        label={title}
        list={list}
        note={trash && <span className="note">Deleted records are kept for 30 days.</span>}
        tools={
          <>
            {sorting && mayWrite && tools}
            <ListTools {...{ list, columns, sorting }} hasDrafts={kind.versioned === true} />
          </>
        }
        columns={trash ? [...columns, deletedColumn] : columns}
        nameOf={kind.nameOf}
        editingId={editingId}
        emptyHint={emptyHintOf(list)}
        groupOf={list.sort ? undefined : groupOf}
        arranging={ordered && list.isWhole && mayWrite ? arranging : null}
        {...(mayWrite && { selection })}
        sorting={sorting}
      >
        <BulkBar {...{ selection, trash, onCopy }} onChange={bulk.change} onDelete={bulk.remove} />
      </ListFrame>
    </StatusToggling>
  );
}

const deletedColumn: Column<Row> = {
  head: 'Deleted',
  cell: ({ deleted_at }) => (deleted_at ? formatAge(deleted_at) : ''),
};

function emptyHintOf({ trash, search, status, state }: List<Row>): string {
  const trashHint = 'The trash is empty.';
  const hint =
    search || status || state
      ? 'Nothing matches. Change the search or the status.'
      : 'Add the first one with the form above.';
  return trash ? trashHint : hint;
}

interface BulkBarProps<R extends Row> {
  selection: Selection<R>;
  trash: boolean;
  onChange: (action: BulkActionChoice, records: R[]) => Promise<void>;
  onDelete: (records: R[]) => Promise<boolean>;
  onCopy?: ((record: R) => void) | undefined;
}

function BulkBar<R extends Row>({ selection, trash, onChange, onDelete, onCopy }: BulkBarProps<R>) {
  const { records } = selection;
  if (records.length === 0) return null;
  const [only] = records.length === 1 ? records : [];
  const change = (action: BulkActionChoice) => void onChange(action, records).then(end);
  function end() {
    selection.clear();
    setTimeout(restoreFocus, 50, null);
  }

  return (
    <div className="bulk-bar wrap" role="toolbar" aria-label="Change the selected records">
      <b>
        {records.length} selected{records.length === maxSelected && ', which is the most'}
      </b>
      <button type="button" className="button button-quiet" onClick={selection.togglePage}>
        {selection.page === 'all' ? 'Unselect page' : 'Select page'}
      </button>
      {trash ? (
        <BulkButton Icon={ArchiveRestore} word="Restore" onClick={() => change('restore')} />
      ) : (
        <>
          <BulkButton Icon={Eye} word="Activate" onClick={() => change('activate')} />
          <BulkButton Icon={EyeOff} word="Deactivate" onClick={() => change('deactivate')} />
          {only && onCopy && (
            <BulkButton
              Icon={Copy}
              word="Duplicate"
              onClick={() => {
                selection.clear();
                onCopy(only);
              }}
            />
          )}
          <BulkButton
            Icon={Trash2}
            word="Delete"
            className="bulk-delete"
            onClick={() => void onDelete(records).then((done) => done && end())}
          />
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={end}>
        <X />
      </button>
    </div>
  );
}

interface BulkButtonProps {
  Icon: LucideIcon;
  word: string;
  className?: string;
  onClick: () => void;
}

function BulkButton({ Icon, word, className = '', onClick }: BulkButtonProps) {
  return (
    <button type="button" className={`button button-quiet ${className}`} aria-label={word} onClick={onClick}>
      <Icon />
      <span className="sr-only-on-phone">{word}</span>
    </button>
  );
}

type BulkActionChoice = 'activate' | 'deactivate' | 'delete' | 'restore';

interface Results {
  results: { id: number; ok: boolean; changed: boolean; message: string }[];
}

const nothingMessage = 'Nothing was changed';

const opposite = { activate: 'deactivate', deactivate: 'activate', delete: 'restore', restore: 'delete' } as const;

/** Bulk actions on several records, one call each, with an undo for ten seconds. */
function useBulk<R extends Row>(kind: RecordKind<R>, onChanged: (ids: number[], action: BulkActionChoice) => void) {
  const queries = useQueryClient();
  const reload = useReload();
  const call = (action: BulkActionChoice, ids: number[], updated_at?: string) =>
    api.post<Written<Results>>(`${kind.path}/bulk`, { action, ids, updated_at });

  async function change(action: BulkActionChoice, records: R[], version?: string) {
    const ids = records.map(({ id }) => id);
    try {
      const { data, message } = await call(action, ids, version);
      const changed = data.results.filter((result) => result.changed).map(({ id }) => id);
      onChanged(changed, action);
      notifyUndoable(message, () => void undo(opposite[action], changed));
      await tellRefused(message, data, records);
    } catch (error) {
      await tellFailure(error, records);
    }
    await reload();
  }

  async function undo(action: BulkActionChoice, ids: number[]) {
    await notifyResult(call(action, ids));
    await reload();
  }

  /** Shows which records were rejected and why, in a dialog that has to be confirmed. */
  async function tellRefused(title: string, { results }: Results, records: R[]) {
    const refused = results.filter(({ ok }) => !ok);
    if (refused.length === 0) return;
    const nameOf = (recordId: number) => {
      const record = records.find(({ id }) => id === recordId);
      return record ? kind.nameOf(record) : String(recordId);
    };
    const lines = refused.map(({ id, message }) => `‘${nameOf(id)}’: ${message}`);
    await showMessage(title, lines.join(' '));
  }

  async function tellFailure(error: unknown, records: R[]) {
    const { status, data } = error instanceof CallError ? error : { status: 0, data: null };
    if (status === 409 && data) await tellRefused(nothingMessage, data as Results, records);
    else notifyError(error);
  }

  /** Optimistic update, corrected by the response. */
  async function toggleStatus(record: R) {
    const status = record.status === 1 ? 0 : 1;
    queries.setQueriesData<ListPage<Row>>({ queryKey: [kind.path] }, (page) =>
      page && Array.isArray(page.data)
        ? { ...page, data: page.data.map((row) => (row.id === record.id ? { ...row, status } : row)) }
        : page,
    );
    await change(status === 1 ? 'activate' : 'deactivate', [record], record.updated_at);
  }

  /** Moves records to the trash after one confirmation. Returns whether it was done. */
  async function remove(records: R[]) {
    const several = records.length > 1;
    return askToDelete(
      several ? `Delete ${records.length} records` : (kind.deleteTitle ?? `Delete ${kind.one}`),
      several
        ? `You are about to Delete these ${records.length} records.`
        : `You are about to Delete this ${kind.one}.`,
      () => change('delete', records),
    );
  }

  return { change, turn: toggleStatus, remove };
}

export function useDeletion<R extends Row>(kind: RecordKind<R>, onDeleted: (record: R) => void) {
  const reload = useReload();
  const failedMessage = kind.deleteFailed ?? `Failed to delete the ${kind.one}`;

  async function remove(record: R) {
    const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
    await askToDelete(kind.deleteTitle ?? `Delete ${kind.one}`, `You are about to Delete this ${kind.one}.`, () =>
      removeNow(record),
    );
    setTimeout(restoreFocus, 50, dialog);
  }

  async function removeNow(record: R) {
    try {
      const { message } = await api.delete<Written<{ id: number }>>(`${kind.path}/${record.id}`);
      onDeleted(record);
      notifyUndoable(message, () => restore(record));
      await reload();
    } catch (error) {
      notifyFailed(failedMessage);
      // The record is in use: the reason needs a dialog.
      if (error instanceof CallError && error.status === 409) await showMessage(failedMessage, error.message);
    }
  }

  async function restore(record: R) {
    try {
      const { message } = await api.post<Written<R>>(`${kind.path}/${record.id}/restore`);
      notifyDone(message, publicUrl(kind, record));
    } catch (error) {
      notifyError(error);
    }
    await reload();
    restoreFocus(null);
  }

  return { remove, restore };
}

/** The record in the form, whose id is in the address as `edit`. */
export function useEditing<R extends Row>(kind: RecordKind<R>) {
  const [editing, setShown] = useState<Editing<R> | null>(null);
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const editId = Number(address.get('edit')) || null;
  /** The record that was opened last; the address follows it, or leads it. */
  const shownId = useRef<number | null>(null);
  const dirty = useRef(false);
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is;
  }, []);

  /** False if the unsaved input is to stay. */
  const mayLeave = useCallback(async () => !dirty.current || askToLeave(kind.one), [kind.one]);

  const writeAddress = useCallback(
    (id: number | null, replace: boolean) => {
      const next = new URLSearchParams(location.search);
      if (id === null) next.delete('edit');
      else next.set('edit', String(id));
      void navigate({ search: String(next) }, { replace, state: leaveConfirmed, preventScrollReset: true });
    },
    [navigate],
  );

  /** From one record to the next the entry of the history is replaced, so that Back leads to the list. */
  const setEditing = useCallback(
    (next: Editing<R> | null, replace = next === null || shownId.current !== null) => {
      const id = next?.record.id ?? null;
      // Before the address changes: the router keeps the place to which the form has scrolled by then.
      flushSync(() => setShown(next));
      if (id === shownId.current) return;
      shownId.current = id;
      writeAddress(id, replace);
    },
    [writeAddress],
  );

  const edit = useCallback(
    async (record: R, number: number | null, replace?: boolean) => {
      try {
        const opened = await withDraft(kind.path, record);
        // Checked last, as the user may have typed while the draft was loading.
        if (await mayLeave()) setEditing({ record: opened, number }, replace);
      } catch (error) {
        notifyError(error);
      }
    },
    [kind.path, mayLeave, setEditing],
  );

  useEffect(() => {
    const before = shownId.current;
    if (editId === before) return;
    let isCurrent = true;
    // The leave guard has confirmed it then.
    const wasDirty = dirty.current;

    async function show(record: R | null) {
      if (!isCurrent) return;
      if (!wasDirty && !(await mayLeave())) return writeAddress(before, true);
      shownId.current = editId;
      setShown(record && { record, number: null });
    }

    const found = editId === null ? Promise.resolve(null) : findRecord<R>(kind.path, editId);
    found.then(show).catch((error) => {
      if (!isCurrent) return;
      writeAddress(before, true);
      void showMessage(t`This ${kind.one} can’t be opened`, messageOf(error));
    });
    return () => {
      isCurrent = false;
    };
  }, [editId, kind.path, kind.one, mayLeave, writeAddress]);

  return { editing, setEditing, edit, mayLeave, onDirty };
}
