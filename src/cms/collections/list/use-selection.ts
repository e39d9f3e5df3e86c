import { useState } from 'react';
import { announce } from '#ui/admin/notify.tsx';

/** The server's limit for one bulk call. */
export const maxSelected = 100;

export type Selection<R extends { id: number }> = ReturnType<typeof useSelection<R>>;

/** Ticked records across pages. Another `filterKey` clears them, as hidden records must not be changed. */
export function useSelection<R extends { id: number }>(rows: R[], filterKey: string, max = maxSelected) {
  const [chosen, setChosen] = useState<{ filterKey: string; records: Map<number, R> }>({
    filterKey,
    records: new Map(),
  });
  const [lastTicked, setLast] = useState<number | null>(null);
  const records = chosen.filterKey === filterKey ? chosen.records : new Map<number, R>();
  const onPage = rows.filter(({ id }) => records.has(id)).length;

  function select(next: Iterable<[number, R]>) {
    const limitedRecords = new Map([...next].slice(0, max));
    setChosen({ filterKey, records: limitedRecords });
    announce(limitedRecords.size === 0 ? 'Nothing is selected' : `${limitedRecords.size} selected`);
  }

  function set(some: R[], isChosen: boolean) {
    const next = new Map(records);
    for (const record of some) {
      if (isChosen) next.set(record.id, record);
      else next.delete(record.id);
    }
    select(next);
  }

  return {
    records: [...records.values()],
    has: ({ id }: R) => records.has(id),
    /** With `range`: from the last ticked record to this one. */
    toggle: (record: R, range: boolean) => {
      const from = range ? rows.findIndex(({ id }) => id === lastTicked) : -1;
      const to = rows.findIndex(({ id }) => id === record.id);
      set(from < 0 ? [record] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), !records.has(record.id));
      setLast(record.id);
    },
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    togglePage: () => set(rows, onPage < rows.length),
    replace: (all: R[]) => select(all.map((record) => [record.id, record])),
    clear: () => select([]),
  };
}
