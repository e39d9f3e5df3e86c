import { leadCalls } from '#paths.ts';
import type { PrefetchCall } from '#ui/admin/calls/api.ts';

export const filterNames = [
  'search',
  'status',
  'owner',
  'date_from',
  'date_to',
  'since_from',
  'since_to',
  'next_from',
  'next_to',
  'origin',
  'source',
  'called',
  'valued',
  'overdue',
  'queue',
  'spam',
  'trash',
  'sort',
] as const;

const perPage = '25';
/** Two screens of cards. A weak machine takes long to lay out more, at each font and dialog. */
const perColumn = '6';

export function filterOf(address: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...address].filter(([name, value]) => value !== '' && filterNames.some((each) => each === name)),
  );
}

export function leadListAddress(filter: string, page: string): string {
  const query = new URLSearchParams(filter);
  query.set('per_page', perPage);
  if (page) query.set('page', page);
  return `${leadCalls.list}?${query}`;
}

/** What this user is to do today; more of it moves up as leads are worked on. */
export function queueAddress(userId: number): string {
  return leadListAddress(`queue=${userId}&sort=next_step`, '');
}

export function boardAddress(filter: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ['status', 'sort', 'trash']) query.delete(name);
  query.set('per_column', perColumn);
  return `${leadCalls.board}?${query}`;
}

export function calendarAddress(filter: string, from: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ['status', 'sort', 'trash', 'spam', 'overdue', 'next_from', 'next_to']) query.delete(name);
  if (from) query.set('from', from);
  return query.size > 0 ? `${leadCalls.calendar}?${query}` : leadCalls.calendar;
}

export type View = 'board' | 'list' | 'calendar';

/** The view in the URL, else the one that the user chose last, else the list. */
export function viewOf(address: URLSearchParams, chosen?: string | null): View {
  const view = filterOf(address).get('trash') === '1' ? 'list' : (address.get('view') ?? chosen);
  return view === 'board' || view === 'calendar' ? view : 'list';
}

/** The first call of the inbox at this URL. */
export function callsOfInbox(address: URLSearchParams): PrefetchCall[] {
  const filter = filterOf(address).toString();
  const urls = {
    board: boardAddress(filter),
    list: leadListAddress(filter, address.get('page') ?? ''),
    calendar: calendarAddress(filter, address.get('from') ?? ''),
  };
  return [{ url: urls[viewOf(address)] }];
}
