import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage } from '#ui/admin/calls/pages.ts';
import type { Board, Calendar, Duplicates, Lead, Owner, Retention, WholeLead } from '../../lead/schema.ts';
import { boardAddress, calendarAddress, leadListAddress } from '../addresses.ts';
import type { Filter } from './use-filter.ts';

/** New leads come while somebody looks: the list is read again after so many milliseconds. */
const readAgain = 60_000;

export function useLeadList(filter: Filter) {
  return useLeadPage(leadListAddress(filter.query, filter.page), !filter.isBoard && !filter.isCalendar);
}

/** One page of the list, by the address that the server gave for it. */
export function useLeadPage(url: string, enabled = true) {
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<ListPage<Lead>>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgain,
    enabled,
  });
}

export function useBoard(filter: Filter) {
  const url = boardAddress(filter.query);
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<Board>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgain,
    enabled: filter.isBoard,
  });
}

export function useCalendar(filter: Filter) {
  const url = calendarAddress(filter.query, filter.month);
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<Calendar>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgain,
    enabled: filter.isCalendar,
  });
}

export function useLead(id: number) {
  return useQuery({
    queryKey: [leadCalls.list, 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: WholeLead }>(leadCalls.one.replace(':id', String(id)), { signal })).data,
  });
}

export function useDuplicates(id: number) {
  return useQuery({
    queryKey: [leadCalls.list, 'duplicates', id],
    queryFn: async ({ signal }) =>
      (await api.get<Duplicates>(leadCalls.duplicates.replace(':id', String(id)), { signal })).data,
  });
}

export function useRetention(): Retention | undefined {
  const { data } = useQuery({
    queryKey: [leadCalls.retention],
    queryFn: async ({ signal }) => (await api.get<{ data: Retention }>(leadCalls.retention, { signal })).data,
    staleTime: 5 * 60_000,
  });
  return data;
}

export function useOwners(): Owner[] {
  const { data } = useQuery({
    queryKey: [leadCalls.owners],
    queryFn: ({ signal }) => api.get<Owner[]>(leadCalls.owners, { signal }),
    staleTime: 5 * 60_000,
  });
  return data ?? [];
}

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
