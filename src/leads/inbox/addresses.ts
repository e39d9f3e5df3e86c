import { leadCalls } from '#paths.ts';

/** What of the inbox's address says which leads are shown. */
export const filterNames = [
  ...['search', 'status', 'owner', 'date_from', 'date_to'],
  ...['since_from', 'since_to', 'next_from', 'next_to', 'origin', 'source', 'called', 'valued'],
  ...['overdue', 'spam', 'trash', 'sort'],
] as const;

/** Where the board has room: narrower windows show the list, unless the address wants something else. */
export const roomForBoard = '(min-width: 1100px)';

/** How many leads a page of the list shows. */
const perPage = '25';

/** The part of the inbox's address that says which leads are shown. */
export function filterOf(address: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...address].filter(([name, value]) => value !== '' && filterNames.some((each) => each === name)),
  );
}

/** The call for one page of the list; `page` is empty for the first. */
export function leadListAddress(filter: string, page: string): string {
  const query = new URLSearchParams(filter);
  query.set('per_page', perPage);
  if (page) query.set('page', page);
  return `${leadCalls.list}?${query}`;
}

/** The call for the board. */
export function boardAddress(filter: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ['status', 'sort', 'trash']) query.delete(name);
  return query.size > 0 ? `${leadCalls.board}?${query}` : leadCalls.board;
}

/** The call for a month of next steps; without one it is the present month. */
export function calendarAddress(filter: string, month: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ['status', 'sort', 'trash', 'spam', 'overdue', 'next_from', 'next_to']) query.delete(name);
  if (month) query.set('month', month);
  return query.size > 0 ? `${leadCalls.calendar}?${query}` : leadCalls.calendar;
}

/** Whether the address wants the calendar; the trash has none. */
export function wantsCalendar(address: URLSearchParams): boolean {
  return address.get('view') === 'calendar' && filterOf(address).get('trash') !== '1';
}

/** Whether the address wants the board; null where it leaves that to the window. */
export function wantsBoard(address: URLSearchParams): boolean | null {
  if (filterOf(address).get('trash') === '1') return false;
  const view = address.get('view');
  return view ? view === 'board' : null;
}
