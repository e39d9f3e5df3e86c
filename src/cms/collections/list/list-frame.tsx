import type { ReactNode } from 'react';
import type { Row } from '#ui/admin/calls/pages.ts';
import { Pagination } from '#ui/table/pagination.tsx';
import { type ListTableProps, ListTableView } from './list-table.tsx';
import type { List } from './use-list.ts';

interface ListFrameProps<R extends Row> extends Omit<ListTableProps<R>, 'rows' | 'from' | 'state' | 'onRetry'> {
  title: string;
  list: List<R>;
  note?: ReactNode;
  tools?: ReactNode;
  views?: ReactNode;
  /** Below the pages. */
  children?: ReactNode;
}

/** The card of a list: title, toolbar, table and pages. */
export function ListFrame<R extends Row>({ title, list, note, tools, views, children, ...table }: ListFrameProps<R>) {
  const { page, query } = list;
  return (
    <section className="card" aria-labelledby="list-title">
      <div className="card-head">
        <h2 id="list-title">{title}</h2>
        {note}
        <div className="card-tools">{tools}</div>
      </div>
      {views}
      <ListTableView
        {...table}
        rows={page?.data}
        from={page?.from ?? 1}
        state={stateOf(query)}
        onRetry={() => void query.refetch()}
      />
      {page && (
        <div className="card-foot">
          <Pagination page={page} onFollow={list.follow} />
        </div>
      )}
      {children}
    </section>
  );
}

function stateOf<R extends Row>({ isError, isPending, isPlaceholderData }: List<R>['query']) {
  if (isError) return 'failed';
  if (isPending) return 'loading';
  return isPlaceholderData ? 'stale' : 'ready';
}
