import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announce } from '#ui/admin/announce.tsx';
import type { ListPage } from '#ui/admin/calls/pages.ts';
import type { Board, Calendar, Lead } from '../../lead/schema.ts';
import type { Filter } from './use-filter.ts';
import { wholeLead } from './use-leads.ts';

export type Sequence = ReturnType<typeof useSequence>;

/**
 * Previous and next lead, in the order of the moment the panel opened, so that changing a lead's position in the list
 * doesn't skip any. After the last one come leads that moved up since, then the next page.
 */
export function useSequence({ lead, open, change }: Filter, shown: ListPage<Lead> | Board | Calendar | undefined) {
  const queries = useQueryClient();
  const [order, setOrder] = useState<number[]>([]);
  const [turning, setTurning] = useState<Turning | null>(null);
  const page = shown && 'current_page' in shown ? shown : null;
  const at = lead === null ? -1 : order.indexOf(lead);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is read where it is drawn
  useEffect(() => {
    setOrder((now) => (lead === null ? [] : now.includes(lead) ? now : shownLeads()));
  }, [lead, shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: done once, when the page is there
  useEffect(() => {
    if (!turning || page?.current_page !== turning.page) return;
    setTurning(null);
    const ids = page.data.map(({ id }) => id);
    const first = ids.at(turning.step > 0 ? 0 : -1);
    if (first === undefined) return;
    setOrder(ids);
    open(first);
  }, [turning, page]);

  const next = at < 0 ? undefined : order[at + 1];
  useEffect(() => {
    if (next !== undefined) void queries.prefetchQuery(wholeLead(next));
  }, [next, queries]);

  function beside(step: 1 | -1): { lead: number } | Turning | null {
    if (at < 0) return null;
    const neighbor = order[at + step];
    if (neighbor !== undefined) return { lead: neighbor };
    const fresh = step > 0 ? page?.data.find(({ id }) => !order.includes(id)) : undefined;
    if (fresh) return { lead: fresh.id };
    const number = (page?.current_page ?? 0) + step;
    return page && number >= 1 && number <= page.last_page ? { page: number, step } : null;
  }

  return {
    nearest: [...order.slice(Math.max(at, 0)), ...order.slice(0, Math.max(at, 0)).reverse()],
    has: (step: 1 | -1) => beside(step) !== null,
    go: (step: 1 | -1) => {
      const there = beside(step);
      if (!there) announce('There is no further lead here');
      else if ('page' in there) {
        setTurning(there);
        change({ page: String(there.page) }, true);
      } else {
        if (!order.includes(there.lead)) setOrder([...order, there.lead]);
        open(there.lead);
      }
    },
  };
}

interface Turning {
  page: number;
  step: 1 | -1;
}

function shownLeads(): number[] {
  return [...document.querySelectorAll<HTMLElement>('[data-lead]')].map(({ dataset }) => Number(dataset.lead));
}
