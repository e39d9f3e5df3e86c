import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMailSetUp } from '#mail/set-up.ts';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage } from '#ui/admin/calls/pages.ts';
import { useIdle } from '#ui/admin/when-calm.ts';
import type { Board, Calendar, ChosenLead, Duplicates, Lead, Owner, Retention, WholeLead } from '../../lead/schema.ts';
import type { Messages } from '../../templates/schema.ts';
import { boardAddress, calendarAddress, leadListAddress } from '../addresses.ts';
import type { Filter } from './use-filter.ts';

/** Refetch interval in milliseconds. */
const pollInterval = 60_000;

/** In milliseconds, while the mail of an open lead is queued or being sent. */
const mailPollInterval = 2_000;

export function useLeadList(filter: Filter) {
  return useLeadPage(leadListAddress(filter.query, filter.page), !filter.isBoard && !filter.isCalendar);
}

export function useLeadPage(url: string, enabled = true) {
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<ListPage<Lead>>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
    enabled,
  });
}

export function useBoard(filter: Pick<Filter, 'query' | 'isBoard'>) {
  const url = boardAddress(filter.query);
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<Board>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
    enabled: filter.isBoard,
  });
}

export function useCalendar(filter: Filter) {
  const url = calendarAddress(filter.query, filter.month);
  return useQuery({
    queryKey: [leadCalls.list, url],
    queryFn: ({ signal }) => api.get<Calendar>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
    enabled: filter.isCalendar,
  });
}

export function useLead(id: number) {
  return useQuery(wholeLead(id));
}

export function wholeLead(id: number) {
  return queryOptions({
    queryKey: keyOfLead(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: WholeLead }>(leadCalls.one.replace(':id', String(id)), { signal })).data,
    refetchInterval: ({ state }) => (isMailUnderWay(state.data) ? mailPollInterval : false),
  });
}

function isMailUnderWay(lead: WholeLead | undefined): boolean {
  return isMailSetUp() && (lead?.mail?.state === 'queued' || lead?.mail?.state === 'sending');
}

export function keyOfLead(id: number) {
  return [leadCalls.list, 'one', id] as const;
}

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

/** Null if no rule erases leads of this kind. The rule does not apply before `appliesFrom`. */
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
  const enabled = useIdle();
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

export type LeadSelection = ReturnType<typeof useLeadSelection>;

/** The selection is cleared when the filter changes, so that hidden leads are never changed. */
export function useLeadSelection(query: string) {
  const [chosen, setChosen] = useState<Chosen>({ query, ids: new Set(), all: null });
  const [last, setLast] = useState<number | null>(null);
  const ids = chosen.query === query ? chosen.ids : new Set<number>();
  const all = chosen.query === query ? chosen.all : null;
  const keep = (next: Iterable<number>, among: ChosenLead[] | null = null) =>
    setChosen({ query, ids: new Set(next), all: among });
  return {
    /** All leads of the filter, including those of other pages, after "select all"; else null. */
    all,
    setAll: (leads: ChosenLead[]) =>
      keep(
        leads.map(({ id }) => id),
        leads,
      ),
    has: (id: number) => ids.has(id),
    /** With `among` (shift click): the range from the last toggled lead to this one. */
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
