import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  query: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
}

/** Debounce of the search, in milliseconds. */
const debounce = 250;

/** Searches while typing; the key `/` focuses it. */
export function SearchBox({ query: asked, onSearch, label, placeholder = label }: SearchBoxProps) {
  const [text, setText] = useState(asked);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => focusOnSlash(input), []);
  // The browser's back, or another view of the list.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(asked);
  }, [asked]);

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
