import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  ChevronLeft,
  ChevronRight,
  RefreshCw,
  Search,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '#i18n/text.ts';
import type { ListPage, PageLink, Row } from '../admin/calls/api.ts';

export function TableHead({ heads, className }: { heads: readonly string[]; className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {heads.map((head) => (
          <th scope="col" key={head}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

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

export type Options = (readonly [value: string, label: string])[];

interface SelectProps {
  label: string;
  value: string;
  options: Options;
  className?: string;
  onChange: (value: string) => void;
}

/** A choice above a list, which filters or sorts it. */
export function Select({ label, value, options, className, onChange }: SelectProps) {
  return (
    <select
      className={className ? `control ${className}` : 'control'}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function SortChoice<R extends Row>({ columns, sorting }: { columns: Column<R>[]; sorting: Sorting }) {
  const sorts = columns.flatMap(
    ({ head, sort }): Options =>
      sort
        ? [
            [sort, `${head} ↑`],
            [`-${sort}`, `${head} ↓`],
          ]
        : [],
  );
  if (sorts.length === 0) return null;
  return (
    <Select
      className="filter-sort"
      label="Sort by"
      value={sorting.by}
      options={[['', t('Usual order')], ...sorts]}
      onChange={sorting.onSort}
    />
  );
}

export interface Column<R extends Row> {
  head: string;
  cell: (record: R) => ReactNode;
  sort?: string;
}

export function SkeletonRows({ heads, thumbnail }: { heads: string[]; thumbnail: boolean }) {
  return three.map((row) => (
    <tr key={row}>
      <td>
        <span className="skeleton" style={{ width: 16, height: 20 }} />
      </td>
      {heads.map((head, index) => (
        <td key={head}>
          <span
            className="skeleton"
            style={index === 0 && thumbnail ? { width: 134, height: 48 } : { width: '70%', minWidth: 60, height: 20 }}
          />
        </td>
      ))}
    </tr>
  ));
}

const three = [1, 2, 3];

/** A row with one cell across the whole table. */
export function WholeRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

export function Empty({ hint }: { hint: string }) {
  return (
    <div className="empty">
      <svg viewBox="-2 -2 104 110" aria-hidden="true">
        <path d={arch} fill="none" stroke="currentColor" strokeWidth="2.6" strokeDasharray="9 7" />
      </svg>
      <div className="sill" />
      <b>Data Not Found!</b>
      <span>{hint}</span>
    </div>
  );
}

export function Failed({ what = 'list', onRetry }: { what?: string; onRetry: () => void }) {
  const id = useId();
  return (
    <div className="failed-row wrap" role="alert">
      <TriangleAlert />
      <span id={id}>The {what} could not be loaded.</span>
      <button type="button" className="button button-quiet" aria-describedby={id} onClick={() => onRetry()}>
        <RefreshCw />
        Try again
      </button>
    </div>
  );
}

/** An error with a retry button. `text` as in 'The settings could not be loaded.' */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="notice notice-bad" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-quiet" onClick={() => onRetry()}>
        <RefreshCw />
        Try again
      </button>
    </div>
  );
}

const arch =
  'M1 106V50C1 44 4 38 10 35C7 25 14 17 24 18C25 9 36 6 43 9C46 8 48.5 4 50 0C51.5 4 54 8 57 9C64 6 75 9 76 18C86 17 93 25 90 35C96 38 99 44 99 50V106';

/** Renders exactly the paging links of the server. */
export function Pagination({ page, onFollow }: { page: ListPage<unknown>; onFollow: (url: string) => void }) {
  const links = page.links.map((link, index) => ({
    ...link,
    label: Number(link.label) || link.label,
    key: `${index} ${link.label}`,
  }));
  const previous = links[0];
  const next = links.at(-1);
  if (!previous || !next) return null;
  return (
    <>
      <span className={links.length > 3 ? 'note' : 'sr-only'} role="status">
        {page.from === null ? 'Nothing to show' : `Showing ${page.from} to ${page.to} of ${page.total}`}
      </span>
      {links.length > 3 && (
        <nav className="pagination flow" aria-label="Pages">
          <End link={previous} onFollow={onFollow}>
            <ChevronLeft />
            Previous
          </End>
          {links.slice(1, -1).map(({ key, url, label, active }) =>
            url === null ? (
              <span className="gap" key={key}>
                {label}
              </span>
            ) : (
              <button
                key={key}
                type="button"
                className="button"
                aria-label={`Page ${label}`}
                aria-current={active ? 'page' : undefined}
                onClick={() => onFollow(url)}
              >
                {label}
              </button>
            ),
          )}
          <End link={next} onFollow={onFollow}>
            Next
            <ChevronRight />
          </End>
        </nav>
      )}
    </>
  );
}

function End({
  link,
  onFollow,
  children,
}: {
  link: Pick<PageLink, 'url'>;
  onFollow: (url: string) => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={link.url === null}
      onClick={() => link.url && onFollow(link.url)}
    >
      {children}
    </button>
  );
}

/** The number of the page that a paging link leads to. */
export function pageOf(url: string): number {
  return Number(new URL(url, location.origin).searchParams.get('page') ?? 1);
}

interface SearchBoxProps {
  query: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
}

/** Debounce of the search, in milliseconds. */
const debounce = 250;

/** Searches while typing; the key `/` focuses it. */
export function SearchBox({ query, onSearch, label, placeholder = label }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => focusOnSlash(input), []);
  // The browser's back, or another view of the list.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(query);
  }, [query]);

  const search = (value: string) => onSearch(value.trim());
  return (
    <div className="filter-box">
      <Search />
      <input
        ref={input}
        className="control"
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(value), debounce);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          clearTimeout(timer.current);
          // The rendered text may be older than the input's value.
          search(event.currentTarget.value);
        }}
      />
    </div>
  );
}

function focusOnSlash(input: { current: HTMLInputElement | null }): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const typing = target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.preventDefault();
    input.current?.focus();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
