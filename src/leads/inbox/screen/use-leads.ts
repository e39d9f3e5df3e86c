import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { isMailSetUp } from '#mail/states.ts';
import { leadCalls } from '#paths.ts';
import { api, randomKey } from '#ui/admin/calls/api.ts';
import type { ListPage, Written } from '#ui/admin/calls/pages.ts';
import { answerAt } from '#ui/admin/calls/use-answer.ts';
import { dayAhead } from '#ui/admin/dates.ts';
import { useIdle } from '#ui/admin/when-calm.ts';
import type { Board, Calendar, Duplicates, Lead, Owner, Retention, WholeLead } from '../../lead/schema.ts';
import type { WayToWrite } from '../../lead/strings.ts';
import { workingDay } from '../../lead/working-days.ts';
import type { Messages } from '../../templates/schema.ts';
import { boardAddress, calendarAddress, leadListAddress, type View } from '../addresses.ts';

/** Refetch intervals in milliseconds; the second one while the mail of an open lead is queued or being sent. */
const [pollInterval, mailPollInterval] = [60_000, 2_000];

type Shown<Name extends string> = Record<Name, string> & { view: View };

/** The address of a call about one lead. */
export function callOf(path: string, id: number): string {
  return path.replace(':id', String(id));
}

/** Logs that another program was opened, each time; whether a message was sent is unknown. */
export function logMessage(lead: Lead, way: WayToWrite, template_id: number | null): Promise<Written<WholeLead>> {
  return api.post(callOf(leadCalls.messages, lead.id), { way, template_id }, { key: randomKey() });
}

export function useLeadList(filter: Shown<'query' | 'page'>) {
  return useLeadPage(leadListAddress(filter.query, filter.page), filter.view === 'list');
}

export function useLeadPage(url: string, enabled = true) {
  return useLeads<ListPage<Lead>>(url, enabled);
}

export function useBoard(filter: Shown<'query'>) {
  return useLeads<Board>(boardAddress(filter.query), filter.view === 'board');
}

export function useCalendar(filter: Shown<'query' | 'month'>) {
  return useLeads<Calendar>(calendarAddress(filter.query, filter.month), filter.view === 'calendar');
}

function useLeads<T>(url: string, enabled: boolean) {
  return useQuery({
    ...answerAt<T>(url),
    queryKey: [leadCalls.list, url],
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
    enabled,
  });
}

export function wholeLead(id: number) {
  return queryOptions({
    queryKey: keyOfLead(id),
    queryFn: async ({ signal }) => (await api.get<{ data: WholeLead }>(callOf(leadCalls.one, id), { signal })).data,
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
  return useAboutLead<Messages>(callOf(leadCalls.messages, id)) ?? [];
}

export function useDuplicates(id: number): Duplicates {
  return useAboutLead<Duplicates>(callOf(leadCalls.duplicates, id)) ?? [];
}

/** Refetched with the leads. */
function useAboutLead<T>(url: string): T | undefined {
  return useQuery({ ...answerAt<{ data: T }>(url), queryKey: [leadCalls.list, url] }).data?.data;
}

/** Null if no rule erases leads of this kind. The rule does not apply before `appliesFrom`. */
export function useRetention(
  kind: 'won' | 'lost' | 'spam' | null,
): { months: number; appliesFrom: string | null } | null {
  const rules = useRare<{ data: Retention }>(leadCalls.retention, kind !== null)?.data;
  const months = kind && rules?.[kind];
  return rules && months ? { months, appliesFrom: rules.applies_from } : null;
}

export function useOwners(): Owner[] {
  return useRare<Owner[]>(leadCalls.owners, useIdle()) ?? [];
}

/** The first working day that is at least so many days ahead; 0 is today. */
export function useWorkingDay(): (days: number) => string {
  const holidays = useRare<{ data: string[] }>(leadCalls.holidays)?.data ?? [];
  return (days) => workingDay(dayAhead(days), holidays);
}

export function useSmsActive(): boolean {
  return useRare<{ data: { active: boolean } }>(leadCalls.smsState)?.data.active === true;
}

function useRare<T>(url: string, enabled = true): T | undefined {
  return useQuery({ ...answerAt<T>(url), staleTime: 5 * 60_000, enabled }).data;
}
