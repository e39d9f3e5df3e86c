import { useState } from 'react';
import type { Lead } from '../schema.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Which leads are ticked. It is kept for one filter: what is no longer seen must not be changed. */
export function useSelection(query: string) {
  const [chosen, setChosen] = useState<{ query: string; ids: Set<number> }>({ query, ids: new Set() });
  const ids = chosen.query === query ? chosen.ids : new Set<number>();
  const keep = (next: Iterable<number>) => setChosen({ query, ids: new Set(next) });
  return {
    has: (id: number) => ids.has(id),
    toggle: (id: number) => keep(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    set: (leads: Lead[]) => keep(leads.map(({ id }) => id)),
    clear: () => keep([]),
  };
}
