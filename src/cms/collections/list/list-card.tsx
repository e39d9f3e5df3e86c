import { ArchiveRestore, Copy, Eye, EyeOff, type LucideIcon, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Row } from '#ui/admin/calls/pages.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import type { Column } from '#ui/table/column.ts';
import { Pagination } from '#ui/table/pagination.tsx';
import { SortChoice } from '#ui/table/sorting.tsx';
import type { RecordKind } from '../form/record-kind.ts';
import { ListTableView } from './list-table.tsx';
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
  const { page, trash } = list;
  const selection = useSelection(list.rows, list.filterKey);
  const sorting = { by: list.sort, onSort: (sort: string) => list.change({ sort }) };
  const turning = statusToggling(props);
  const title = titleOf(props);
  const mayWrite = useMayWrite();
  const changing: RowActions<R> = trash ? { onRestore } : { onDelete, onEdit };
  const actions: RowActions<R> = { ...(mayWrite && changing), ...(!trash && { onView }) };
  return (
    <section className="card" aria-labelledby="list-title">
      <ListHead {...{ kind, list, columns, sorting }} tools={mayWrite ? tools : null} />
      <StatusToggling value={trash || !mayWrite ? null : turning}>
        <ListTableView
          {...actions}
          label={title}
          columns={trash ? [...columns, deletedColumn] : columns}
          rows={page?.data}
          from={page?.from ?? 1}
          nameOf={kind.nameOf}
          editingId={editingId}
          state={stateOf(list)}
          emptyHint={emptyHint(list)}
          onRetry={() => void list.query.refetch()}
          groupOf={list.sort ? undefined : groupOf}
          arranging={ordered && list.isWhole && mayWrite ? arranging : null}
          {...(mayWrite && { selection })}
          sorting={trash ? null : sorting}
        />
      </StatusToggling>
      {page && (
        <div className="card-foot">
          <Pagination page={page} onFollow={list.follow} />
        </div>
      )}
      {selection.records.length > 0 && (
        <BulkBar {...{ selection, trash, onCopy }} onChange={bulk.change} onDelete={bulk.remove} />
      )}
    </section>
  );
}

interface ListHeadProps<R extends Row> extends Pick<ListCardProps<R>, 'kind' | 'list' | 'columns' | 'tools'> {
  sorting: { by: string; onSort: (sort: string) => void };
}

function ListHead<R extends Row>({ kind, list, columns, tools, sorting }: ListHeadProps<R>) {
  const { trash } = list;
  return (
    <>
      <div className="card-head">
        <h2 id="list-title">{titleOf({ kind, list })}</h2>
        {trash && <span className="note">Deleted records are kept for 30 days.</span>}
        <div className="card-tools">
          {!trash && tools}
          {!trash && <SortChoice {...{ columns, sorting }} />}
          <ListTools list={list} />
        </div>
      </div>
      {!trash && <Views quiet path={`${kind.path}/views`} query={list.view} onTake={list.take} />}
    </>
  );
}

function titleOf<R extends Row>({ kind, list }: Pick<ListCardProps<R>, 'kind' | 'list'>): string {
  return list.trash ? `Trash: ${kind.name}` : `List ${kind.name}`;
}

function statusToggling<R extends Row>({ kind, list, editingId, bulk }: ListCardProps<R>) {
  const recordOf = (row: Row) => list.page?.data.find(({ id }) => id === row.id);
  return {
    editingId,
    nameOf: (row: Row) => {
      const record = recordOf(row);
      return record ? kind.nameOf(record) : '';
    },
    toggle: (row: Row) => {
      const record = recordOf(row);
      if (record) void bulk.turn(record);
    },
  };
}

const deletedColumn: Column<Row> = {
  head: 'Deleted',
  cell: ({ deleted_at }) => (deleted_at ? formatAge(deleted_at) : ''),
};

function stateOf({ query }: List<Row>) {
  if (query.isError) return 'failed';
  if (query.isPending) return 'loading';
  return query.isPlaceholderData ? 'stale' : 'ready';
}

function emptyHint({ trash, search, status }: List<Row>): string {
  if (trash) return 'The trash is empty.';
  return search || status
    ? 'Nothing matches. Change the search or the status.'
    : 'Add the first one with the form above.';
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
  const [only] = records.length === 1 ? records : [];
  const change = (action: BulkActionChoice) => void onChange(action, records).then(end);
  function end(): void {
    selection.clear();
    setTimeout(restoreFocus, 50, null);
  }

  return (
    <div className="bulk-bar" role="toolbar" aria-label="Change the selected records">
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
      <span className="wide-words">{word}</span>
    </button>
  );
}
