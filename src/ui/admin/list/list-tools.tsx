import { ArrowLeft, Search, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../calls/pages.ts';
import type { List } from './use-list.ts';

/** How long after the last key the list is searched, in milliseconds. */
const pause = 250;

/** What is shown of a list: by text, by status, or what was deleted. */
export function ListTools<R extends Row>({ list, hasStatus = true }: { list: List<R>; hasStatus?: boolean }) {
  return (
    <>
      {!list.trash && hasStatus && (
        <select
          className="control filter-status"
          aria-label="Status"
          value={list.status}
          onChange={(event) => list.change({ status: event.target.value })}
        >
          <option value="">All statuses</option>
          <option value="1">Active</option>
          <option value="0">Inactive</option>
        </select>
      )}
      <FilterBox list={list} />
      <button
        type="button"
        className="button button-outline"
        onClick={() => list.change({ trash: list.trash ? '' : '1', status: '', search: '' })}
      >
        {list.trash ? <ArrowLeft aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
        {list.trash ? 'Back to list' : 'Trash'}
      </button>
    </>
  );
}

export function FilterBox<R extends Row>({ list }: { list: List<R> }) {
  const [text, setText] = useState(list.search);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  useEffect(() => focusOnSlash(input), []);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, or another view of the list.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(list.search);
  }, [list.search]);

  const search = (value: string) => list.change({ search: value.trim() }, true);
  return (
    <div className="filter-box">
      <Search aria-hidden="true" />
      <input
        ref={input}
        className="control"
        type="search"
        aria-label="Search this list"
        aria-keyshortcuts="/"
        placeholder="Search this list"
        maxLength={200}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(value), pause);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          clearTimeout(timer.current);
          search(text);
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
