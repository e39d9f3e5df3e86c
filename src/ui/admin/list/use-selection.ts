import { useState } from 'react';
import { announce } from '../announce.tsx';
import type { Row } from '../calls/pages.ts';
import type { List } from './use-list.ts';

/** As many as one call takes. */
export const mostSelected = 100;

export interface Selection<R extends Row> {
  records: R[];
  has: (record: R) => boolean;
  /** With `range`: all from the one that was ticked last to this one. */
  toggle: (record: R, range: boolean) => void;
  page: 'none' | 'some' | 'all';
  togglePage: () => void;
  clear: () => void;
}

/**
 * Which records are ticked, on whichever page. They are kept while the list shows the same in another order: what a
 * filter hides must not be changed unseen.
 */
export function useSelection<R extends Row>({ page, search, status, trash }: List<R>): Selection<R> {
  const shown = JSON.stringify([search, status, trash]);
  const [chosen, setChosen] = useState<{ shown: string; records: Map<number, R> }>({ shown, records: new Map() });
  const [last, setLast] = useState<number | null>(null);
  const records = chosen.shown === shown ? chosen.records : new Map<number, R>();
  const rows = page?.data ?? [];
  const onPage = rows.filter(({ id }) => records.has(id)).length;

  function keep(next: Map<number, R>): void {
    const kept = new Map([...next].slice(0, mostSelected));
    setChosen({ shown, records: kept });
    announce(kept.size === 0 ? 'Nothing is selected' : `${kept.size} selected`);
  }

  function set(some: R[], isChosen: boolean): void {
    const next = new Map(records);
    for (const record of some) {
      if (isChosen) next.set(record.id, record);
      else next.delete(record.id);
    }
    keep(next);
  }

  return {
    records: [...records.values()],
    has: ({ id }) => records.has(id),
    toggle: (record, range) => {
      const from = range ? rows.findIndex(({ id }) => id === last) : -1;
      const to = rows.findIndex(({ id }) => id === record.id);
      set(from < 0 ? [record] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), !records.has(record.id));
      setLast(record.id);
    },
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    togglePage: () => set(rows, onPage < rows.length),
    clear: () => keep(new Map()),
  };
}
