import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { filterNames, filterOf, roomForBoard, wantsBoard, wantsCalendar } from '../addresses.ts';

/** The lead that is open. Mails and the palette have their own names for it. */
const leadNames = ['lead', 'request', 'edit'] as const;

export type Filter = ReturnType<typeof useFilter>;

/** The filter, the view and the open lead stand in the address, so that reload, back and links work. */
export function useFilter() {
  const [address, setAddress] = useSearchParams();
  const isWide = useMedia(roomForBoard);
  const asked = filterOf(address);
  const inTrash = asked.get('trash') === '1';
  const isBoard = wantsBoard(address) ?? isWide;
  const askedLead = leadNames.map((name) => address.get(name)).find(Boolean) ?? '';
  const lead = /^[1-9][0-9]{0,9}$/.test(askedLead) ? Number(askedLead) : null;

  /** An empty text takes a parameter away. What is asked for anew starts at page 1. */
  function change(changes: Record<string, string>, replace = false): void {
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (!['page', 'lead', 'add'].some((name) => name in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }

  /** Everything else than what `query` asks for is shown no more. */
  function take(query: string): void {
    const nothing = Object.fromEntries([...filterNames, 'page', 'view', 'month'].map((name) => [name, '']));
    change({ ...nothing, ...Object.fromEntries(new URLSearchParams(query)) });
  }

  /** The open lead; null closes it. From one to the next, back still leads to the list. */
  function open(id: number | null): void {
    const others = Object.fromEntries(leadNames.map((name) => [name, '']));
    change({ ...others, add: '', lead: id === null ? '' : String(id) }, lead !== null && id !== null);
  }

  return {
    isBoard,
    isCalendar: wantsCalendar(address),
    /** YYYY-MM; empty for the present one. */
    month: address.get('month') ?? '',
    inTrash,
    lead,
    isAdding: address.get('add') === '1',
    value: (name: (typeof filterNames)[number]) => asked.get(name) ?? '',
    page: address.get('page') ?? '',
    /** The filter as text, without page, view and open lead. */
    query: asked.toString(),
    isFiltered: [...asked.keys()].some((name) => name !== 'sort'),
    change,
    open,
    take,
  };
}

/** Whether the window is so, followed as it changes. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
