import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { Row } from '../admin/calls/pages.ts';
import type { Column } from './column.ts';

export interface Sorting {
  /** A column's name, with a minus for descending; empty for the default order. */
  by: string;
  onSort: (by: string) => void;
}

interface SortHeadProps {
  head: string;
  name: string;
  sorting: Sorting;
}

/** A sortable column header: ascending, descending, default order. */
export function SortHead({ head, name, sorting: { by, onSort } }: SortHeadProps) {
  const Icon = by === name ? ArrowUp : by === `-${name}` ? ArrowDown : ArrowUpDown;
  const next = by === name ? `-${name}` : by === `-${name}` ? '' : name;
  return (
    <button type="button" className="sort-button inline-row" onClick={() => onSort(next)}>
      {head}
      <Icon />
    </button>
  );
}

/** The value of `aria-sort`. */
export function ariaSort(name: string | undefined, by: string): 'ascending' | 'descending' | undefined {
  if (!name) return undefined;
  return by === name ? 'ascending' : by === `-${name}` ? 'descending' : undefined;
}

export function SortChoice<R extends Row>({ columns, sorting }: { columns: Column<R>[]; sorting: Sorting }) {
  const sorted = columns.flatMap(({ head, sort }) => (sort ? [{ head, sort }] : []));
  if (sorted.length === 0) return null;
  return (
    <select
      className="control filter-sort"
      aria-label="Sort by"
      value={sorting.by}
      onChange={({ target }) => sorting.onSort(target.value)}
    >
      <option value="">Usual order</option>
      {sorted.flatMap(({ head, sort }) => [
        <option key={sort} value={sort}>
          {head} ↑
        </option>,
        <option key={`-${sort}`} value={`-${sort}`}>
          {head} ↓
        </option>,
      ])}
    </select>
  );
}
