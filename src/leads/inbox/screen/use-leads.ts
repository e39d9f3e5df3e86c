import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMailSetUp } from '#mail/set-up.ts';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage } from '#ui/admin/calls/pages.ts';
import { useCalm } from '#ui/admin/when-calm.ts';
import type { Board, Calendar, ChosenLead, Duplicates, Lead, Owner, Retention, WholeLead } from '../../lead/schema.ts';
import type { Messages } from '../../messages/schema.ts';
import { boardAddress, calendarAddress, leadListAddress } from '../addresses.ts';
import type { Filter } from './use-filter.ts';

/** New leads come while somebody looks: the list is read again after so many milliseconds. */
const readAgain = 60_000;

/** The same for one lead whose mail is on its way. */
const lookAtMailEvery = 2_000;

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

export function useBoard(filter: Pick<Filter, 'query' | 'isBoard'>) {
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
  return useQuery(wholeLead(id));
}

/** How one lead is asked for, and where the answer lies. */
export function wholeLead(id: number) {
  return queryOptions({
    queryKey: keyOfLead(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: WholeLead }>(leadCalls.one.replace(':id', String(id)), { signal })).data,
    refetchInterval: ({ state }) => (isMailUnderWay(state.data) ? lookAtMailEvery : false),
  });
}

/** Whether the mail to this lead is to become something else soon. */
function isMailUnderWay(lead: WholeLead | undefined): boolean {
  return isMailSetUp() && (lead?.mail?.state === 'queued' || lead?.mail?.state === 'sending');
}

export function keyOfLead(id: number) {
  return [leadCalls.list, 'one', id] as const;
}

/** What can be written to a lead; there is nothing yet while it is asked. */
export function useMessages(id: number): Messages {
  const { data } = useQuery({
    queryKey: [leadCalls.list, 'messages', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Messages }>(leadCalls.messages.replace(':id', String(id)), { signal })).data,
  });
  return data ?? [];
}

export function useDuplicates(id: number) {
  return useQuery({
    queryKey: [leadCalls.list, 'duplicates', id],
    queryFn: async ({ signal }) =>
      (await api.get<Duplicates>(leadCalls.duplicates.replace(':id', String(id)), { signal })).data,
  });
}

/** After how many months leads of this kind are erased, where a rule says so, and not before which moment. */
export function useRetention(
  kind: 'won' | 'lost' | 'spam' | null,
): { months: number; appliesFrom: string | null } | null {
  const { data } = useQuery({
    enabled: kind !== null,
    queryKey: [leadCalls.retention],
    queryFn: async ({ signal }) => (await api.get<{ data: Retention }>(leadCalls.retention, { signal })).data,
    staleTime: 5 * 60_000,
  });
  const months = kind && data?.[kind];
  return data && months ? { months, appliesFrom: data.applies_from } : null;
}

export function useOwners(): Owner[] {
  const enabled = useCalm();
  const { data } = useQuery({
    enabled,
    queryKey: [leadCalls.owners],
    queryFn: ({ signal }) => api.get<Owner[]>(leadCalls.owners, { signal }),
    staleTime: 5 * 60_000,
  });
  return data ?? [];
}

interface Chosen {
  query: string;
  ids: Set<number>;
  all: ChosenLead[] | null;
}

export type Selection = ReturnType<typeof useSelection>;

/** Which leads are ticked. It is kept for one filter: what is no longer seen must not be changed. */
export function useSelection(query: string) {
  const [chosen, setChosen] = useState<Chosen>({ query, ids: new Set(), all: null });
  const [last, setLast] = useState<number | null>(null);
  const ids = chosen.query === query ? chosen.ids : new Set<number>();
  const all = chosen.query === query ? chosen.all : null;
  const keep = (next: Iterable<number>, among: ChosenLead[] | null = null) =>
    setChosen({ query, ids: new Set(next), all: among });
  return {
    /** All leads of the filter, where they were chosen together: those of other pages too. */
    all,
    setAll: (leads: ChosenLead[]) =>
      keep(
        leads.map(({ id }) => id),
        leads,
      ),
    has: (id: number) => ids.has(id),
    /** With `among`, all of these from the one that was ticked last to this one. */
    toggle: (id: number, among: number[] | null = null) => {
      const from = among && last !== null ? among.indexOf(last) : -1;
      const to = among?.indexOf(id) ?? -1;
      const some = among && from >= 0 ? among.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      keep(ids.has(id) ? [...ids].filter((other) => !some.includes(other)) : [...ids, ...some], all);
      setLast(id);
    },
    set: (leads: Lead[]) => keep(leads.map(({ id }) => id)),
    clear: () => keep([]),
  };
}
