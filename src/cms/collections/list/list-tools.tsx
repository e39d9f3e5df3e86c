import { ArrowLeft, Trash2 } from 'lucide-react';
import type { Row } from '#ui/admin/calls/api.ts';
import { type Column, SearchBox, SortChoice, type Sorting } from '#ui/table/table.tsx';
import type { List } from './use-list.ts';

interface ListToolsProps<R extends Row> {
  list: List<R>;
  columns: Column<R>[];
  /** Null in the trash. */
  sorting: Sorting | null;
  hasDrafts: boolean;
}

export function ListTools<R extends Row>({ list, columns, sorting, hasDrafts }: ListToolsProps<R>) {
  return (
    <>
      {sorting && <SortChoice {...{ columns, sorting }} />}
      {!list.trash && (
        <select
          className="control filter-status"
          aria-label="Status"
          value={list.state || list.status}
          onChange={({ target: { value } }) =>
            list.change(/^[01]?$/.test(value) ? { status: value, state: '' } : { status: '', state: value })
          }
        >
          <option value="">All statuses</option>
          <option value="1">Active</option>
          <option value="0">Inactive</option>
          {hasDrafts && <option value="draft">Draft</option>}
          {hasDrafts && <option value="scheduled">Scheduled</option>}
        </select>
      )}
      <FilterBox list={list} />
      <button
        type="button"
        className="button button-quiet"
        onClick={() => list.change({ trash: list.trash ? '' : '1', status: '', state: '', search: '' })}
      >
        {list.trash ? <ArrowLeft /> : <Trash2 />}
        <span className={list.trash ? undefined : 'sr-only-on-phone'}>{list.trash ? 'Back to list' : 'Trash'}</span>
      </button>
    </>
  );
}

export function FilterBox<R extends Row>({ list }: { list: List<R> }) {
  return (
    <SearchBox query={list.search} onSearch={(search) => list.change({ search }, true)} label="Search this list" />
  );
}
