import { useState } from 'react';
import { announce } from '#ui/admin/announce.tsx';
import type { Row } from '#ui/admin/calls/pages.ts';
import type { List } from './use-list.ts';

/** The server's limit for one bulk call. */
export const maxSelected = 100;

export interface Selection<R extends Row> {
  records: R[];
  has: (record: R) => boolean;
  /** With `range`: from the last ticked record to this one. */
  toggle: (record: R, range: boolean) => void;
  page: 'none' | 'some' | 'all';
  togglePage: () => void;
  clear: () => void;
}

/**
 * Ticked records across pages. Another sort keeps them; another filter clears them, as hidden records must not be
 * changed.
 */
export function useSelection<R extends Row>({ page, search, status, trash }: List<R>): Selection<R> {
  const filterKey = JSON.stringify([search, status, trash]);
  const [chosen, setChosen] = useState<{ filterKey: string; records: Map<number, R> }>({
    filterKey,
    records: new Map(),
  });
  const [lastTicked, setLast] = useState<number | null>(null);
  const records = chosen.filterKey === filterKey ? chosen.records : new Map<number, R>();
  const rows = page?.data ?? [];
  const onPage = rows.filter(({ id }) => records.has(id)).length;

  function select(next: Map<number, R>): void {
    const limitedRecords = new Map([...next].slice(0, maxSelected));
    setChosen({ filterKey, records: limitedRecords });
    announce(limitedRecords.size === 0 ? 'Nothing is selected' : `${limitedRecords.size} selected`);
  }

  function set(some: R[], isChosen: boolean): void {
    const next = new Map(records);
    for (const record of some) {
      if (isChosen) next.set(record.id, record);
      else next.delete(record.id);
    }
    select(next);
  }

  return {
    records: [...records.values()],
    has: ({ id }) => records.has(id),
    toggle: (record, range) => {
      const from = range ? rows.findIndex(({ id }) => id === lastTicked) : -1;
      const to = rows.findIndex(({ id }) => id === record.id);
      set(from < 0 ? [record] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), !records.has(record.id));
      setLast(record.id);
    },
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    togglePage: () => set(rows, onPage < rows.length),
    clear: () => select(new Map()),
  };
}
