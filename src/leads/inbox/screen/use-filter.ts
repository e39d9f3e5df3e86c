import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useUser } from '#auth/session.ts';
import { filterNames, filterOf, viewOf } from '../addresses.ts';
import { wholeLead } from './use-leads.ts';

/** Parameters for the open lead: `request` comes from mails, `edit` from the command palette. */
const leadNames = ['lead', 'request', 'edit'] as const;

export type FilterName = (typeof filterNames)[number];
export type Filter = ReturnType<typeof useFilter>;

/** Filter, view and open lead are in the URL, so that reload, back and links work. */
export function useFilter() {
  const [address, setAddress] = useSearchParams();
  const queries = useQueryClient();
  const viewKey = `view of leads, ${useUser()?.id}`;
  const params = filterOf(address);
  const inTrash = params.get('trash') === '1';
  const leadParam = leadNames.map((name) => address.get(name)).find(Boolean) ?? '';
  const lead = /^[1-9][0-9]{0,9}$/.test(leadParam) ? Number(leadParam) : null;

  /** An empty value removes a parameter. Any other filter starts at page 1. */
  function change(changes: Record<string, string>, replace = false) {
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

  function take(query: string) {
    const nothing = Object.fromEntries([...filterNames, 'page', 'view', 'month'].map((name) => [name, '']));
    change({ ...nothing, ...Object.fromEntries(new URLSearchParams(query)) });
  }

  /** Null closes the lead. Moving between leads replaces the history entry, so that back leads to the list. */
  function open(id: number | null) {
    // Its panel would ask later, when the address has changed and the screen is rendered.
    if (id !== null) void queries.prefetchQuery(wholeLead(id));
    const others = Object.fromEntries(leadNames.map((name) => [name, '']));
    change({ ...others, add: '', lead: id === null ? '' : String(id) }, lead !== null && id !== null);
  }

  /** `without`: filters that the view has no control for. */
  function choose(view: string, without: Record<string, string>) {
    localStorage.setItem(viewKey, view);
    change({ view, ...without });
  }

  return {
    view: viewOf(address, localStorage.getItem(viewKey)),
    choose,
    /** YYYY-MM; empty for the current month. */
    month: address.get('month') ?? '',
    inTrash,
    lead,
    isAdding: address.get('add') === '1',
    value: (name: FilterName) => params.get(name) ?? '',
    page: address.get('page') ?? '',
    query: params.toString(),
    isFiltered: [...params.keys()].some((name) => name !== 'sort'),
    change,
    open,
    take,
  };
}
