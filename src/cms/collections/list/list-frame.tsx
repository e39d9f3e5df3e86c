import type { ReactNode } from 'react';
import type { Row } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { Pagination } from '#ui/table/table.tsx';
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
        onRetry={() => void query.refetch()}
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
