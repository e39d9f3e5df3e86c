import { ArrowLeft, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps, useSearchParams } from 'react-router';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import {
  type Column,
  type Options,
  Pagination,
  SearchBox,
  Select,
  SortChoice,
  type Sorting,
} from '#ui/table/table.tsx';
import { type ListTableProps, ListTableView } from './list-table.tsx';
import type { List } from './use-list.ts';

interface ListFrameProps<R extends Row> extends Omit<ListTableProps<R>, 'rows' | 'from' | 'state' | 'onRetry'> {
  title: string;
  list: List<R>;
  note?: ReactNode;
  tools?: ReactNode;
  /** Below the pages. */
  children?: ReactNode;
}

/** The card of a list: title, toolbar, table and pages. */
export function ListFrame<R extends Row>({ title, list, note, tools, children, ...table }: ListFrameProps<R>) {
  const { page, query } = list;
  return (
    <Card
      id="list"
      title={title}
      head={
        <>
          {note}
          <div className="card-tools">{tools}</div>
        </>
      }
    >
      <ListTableView
        {...table}
        rows={page?.data}
        from={page?.from ?? 1}
        state={stateOf(query)}
        onRetry={query.refetch}
      />
      {page && (
        <div className="card-foot">
          <Pagination page={page} onFollow={list.follow} />
        </div>
      )}
      {children}
    </Card>
  );
}

function stateOf<R extends Row>({ isError, isPending, isPlaceholderData }: List<R>['query']) {
  if (isError) return 'failed';
  if (isPending) return 'loading';
  return isPlaceholderData ? 'stale' : 'ready';
}

const statuses: Options = [
  ['', t('All statuses')],
  ['1', t('Active')],
  ['0', t('Inactive')],
];

const draftStates = Object.entries(t({ draft: 'Draft', scheduled: 'Scheduled' }));

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
        <Select
          className="filter-status"
          label="Status"
          value={list.state || list.status}
          options={hasDrafts ? [...statuses, ...draftStates] : statuses}
          onChange={(value) =>
            list.change(/^[01]?$/.test(value) ? { status: value, state: '' } : { status: '', state: value })
          }
        />
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

/** Changes one parameter of the URL, so that reload, back and links work; an empty value removes it. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: string, replace = false): void =>
    setAddress((now) => withParameter(now, name, value), { preventScrollReset: true, replace });
  return { address, set };
}

/** The record in the panel, by its parameter in the URL. */
export function useOpened(name: string) {
  const { address, set } = useAddress();
  return {
    opened: Number(address.get(name)) || null,
    open: (id: number | null, replace = false): void => set(name, id ? String(id) : '', replace),
  };
}

/** Opens a record and keeps the filters of the list in the URL. */
export function OpenLink({ name, id, ...link }: Omit<LinkProps, 'to' | 'id'> & { name: string; id: number }) {
  const [address] = useSearchParams();
  return <Link {...link} to={{ search: withParameter(address, name, String(id)).toString() }} preventScrollReset />;
}

function withParameter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
