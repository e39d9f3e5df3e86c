import { ArchiveRestore, Copy, Eye, EyeOff, type LucideIcon, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Row } from '#ui/admin/calls/pages.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import type { Column } from '#ui/table/column.ts';
import type { RecordKind } from '../form/record-kind.ts';
import { ListFrame } from './list-frame.tsx';
import { ListTools } from './list-tools.tsx';
import { useArranging } from './order/use-arranging.ts';
import type { RowActions } from './row-actions.tsx';
import { StatusToggling } from './status-toggle.tsx';
import type { BulkActionChoice, useBulk } from './use-bulk.ts';
import type { List } from './use-list.ts';
import { maxSelected, type Selection, useSelection } from './use-selection.ts';
import { Views } from './views.tsx';

interface ListCardProps<R extends Row> extends RowActions<R> {
  kind: RecordKind<R>;
  list: List<R>;
  columns: Column<R>[];
  editingId: number | null;
  /** Visitors see the records in a manual order. */
  ordered: boolean;
  groupOf?: ((record: R) => string) | undefined;
  bulk: ReturnType<typeof useBulk<R>>;
  onCopy?: ((record: R) => void) | undefined;
  tools?: ReactNode;
}

/** The list with its toolbar, pagination and trash. */
export function ListCard<R extends Row>(props: ListCardProps<R>) {
  const { kind, list, columns, editingId, ordered, groupOf, tools, bulk, onCopy, onDelete, onEdit, onView, onRestore } =
    props;
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
    editingId,
    nameOf: (row: Row) => kind.nameOf(row as R),
    toggle: (row: Row) => void bulk.turn(row as R),
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
        views={!trash && <Views quiet path={`${kind.path}/views`} query={list.view} onTake={list.take} />}
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
