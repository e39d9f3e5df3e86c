import { Fragment, type ReactNode } from 'react';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/api.ts';
import {
  ariaSort,
  type Column,
  Empty,
  Failed,
  SkeletonRows,
  SortHead,
  type Sorting,
  WholeRow,
} from '#ui/table/table.tsx';
import { MoveHandle } from './order/move-handle.tsx';
import type { Arranging } from './order/use-arranging.ts';
import { type RowActions, RowButtons } from './row-actions.tsx';
import type { Selection } from './use-selection.ts';

export interface ListTableProps<R extends Row> extends RowActions<R> {
  label: string;
  columns: Column<R>[];
  rows: R[] | undefined;
  from: number;
  nameOf: (record: R) => string;
  editingId: number | null;
  state: 'ready' | 'loading' | 'stale' | 'failed';
  emptyHint: string;
  onRetry: () => void;
  /** Groups rows under headings; rows of one group are adjacent. */
  groupOf?: ((record: R) => string) | undefined;
  arranging?: Arranging<R> | null;
  selection?: Selection<R>;
  sorting?: Sorting | null;
  /** Replaces the default buttons. */
  actions?: (record: R) => ReactNode;
}

export function ListTableView<R extends Row>(props: ListTableProps<R>) {
  const { label, columns, rows = [], from, state, groupOf, actions } = props;
  const acts = Boolean(actions ?? props.onEdit ?? props.onDelete ?? props.onView ?? props.onRestore);
  const heads = columns.map(({ head }) => head).concat(acts ? 'Actions' : []);
  const wide = props.onView !== undefined || props.onRestore !== undefined;
  const actionsClass = acts ? (wide ? 'actions-column-wide' : 'actions-column') : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={`${label}: table`} tabIndex={0}>
      <table
        className="table"
        data-stale={state === 'stale' || undefined}
        aria-busy={state === 'loading' || state === 'stale'}
      >
        <Head {...props} actionsClass={actionsClass} />
        <tbody>
          {rows.map((record, index) => (
            <Fragment key={record.id}>
              {groupOf && groupOf(record) !== before(rows, index, groupOf) && (
                <tr className="group-row">
                  <th scope="colgroup" colSpan={heads.length + 1}>
                    {groupOf(record)}
                  </th>
                </tr>
              )}
              <RecordRow {...props} record={record} number={from + index} actionsClass={actionsClass} />
            </Fragment>
          ))}
          {state === 'loading' && (
            <SkeletonRows heads={heads} thumbnail={heads[0] === t('Image') || heads[0] === t('Preview')} />
          )}
          {state === 'ready' && rows.length === 0 && (
            <WholeRow columns={heads.length + 1}>
              <Empty hint={props.emptyHint} />
            </WholeRow>
          )}
          {state === 'failed' && (
            <WholeRow columns={heads.length + 1}>
              <Failed onRetry={props.onRetry} />
            </WholeRow>
          )}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps<R extends Row> extends Pick<ListTableProps<R>, 'columns' | 'selection' | 'sorting'> {
  /** Null: there is no column of actions. */
  actionsClass: string | null;
}

function Head<R extends Row>({ columns, selection, sorting, actionsClass }: HeadProps<R>) {
  return (
    <thead className="sr-only-on-phone">
      <tr>
        <th scope="col">
          <span className="table-head-check inline-row">
            {selection && (
              <SelectBox
                label="Select all on this page"
                checked={selection.page === 'all'}
                partly={selection.page === 'some'}
                onTick={selection.togglePage}
              />
            )}
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </span>
        </th>
        {columns.map(({ head, sort }) => (
          <th scope="col" key={head} aria-sort={sorting ? ariaSort(sort, sorting.by) : undefined}>
            {sort && sorting ? <SortHead {...{ head, sorting }} name={sort} /> : head}
          </th>
        ))}
        {actionsClass && (
          <th scope="col" className={actionsClass}>
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RecordRowProps<R extends Row> extends ListTableProps<R>, Pick<HeadProps<R>, 'actionsClass'> {
  record: R;
  number: number;
}

function RecordRow<R extends Row>(props: RecordRowProps<R>) {
  const { record, number, columns, editingId, selection, arranging, actions, actionsClass } = props;
  const name = props.nameOf(record);
  return (
    <tr
      data-editing={record.id === editingId || undefined}
      data-selected={selection?.has(record) || undefined}
      {...arranging?.rowProps(record)}
    >
      <td>
        <span className="row-number">
          {selection && (
            <SelectBox
              label={`Select: ${name}`}
              checked={selection.has(record)}
              onTick={(range) => selection.toggle(record, range)}
            />
          )}
          {arranging && <MoveHandle {...{ record, arranging, name }} />}
          {number}
        </span>
      </td>
      {columns.map(({ head, cell }) => (
        <td key={head} data-head={head}>
          {cell(record)}
        </td>
      ))}
      {actionsClass && (
        <td className={actionsClass}>{actions ? actions(record) : <RowButtons {...props} name={name} />}</td>
      )}
    </tr>
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  /** `range`: with the shift key pressed. */
  onTick: (range: boolean) => void;
}

function SelectBox({ label, checked, partly = false, onTick }: SelectBoxProps) {
  return (
    <label className="row-check">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        // Only the click event has the shift key, the change event does not.
        onClick={({ shiftKey }) => onTick(shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}

function before<R>(rows: R[], index: number, groupOf: (record: R) => string): string | null {
  const row = rows[index - 1];
  return row === undefined ? null : groupOf(row);
}
