import { leadCalls } from '#paths.ts';
import type { PrefetchCall } from '#ui/admin/calls/prefetch.ts';

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

/** Media query from which the board is the default view; narrower windows default to the list. */
export const roomForBoard = '(min-width: 1100px)';

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

export function calendarAddress(filter: string, month: string): string {
  const query = new URLSearchParams(filter);
  for (const name of ['status', 'sort', 'trash', 'spam', 'overdue', 'next_from', 'next_to']) query.delete(name);
  if (month) query.set('month', month);
  return query.size > 0 ? `${leadCalls.calendar}?${query}` : leadCalls.calendar;
}

export function wantsCalendar(address: URLSearchParams): boolean {
  return address.get('view') === 'calendar' && filterOf(address).get('trash') !== '1';
}

/** Null if the URL names no view and the window decides. */
export function wantsBoard(address: URLSearchParams): boolean | null {
  if (filterOf(address).get('trash') === '1') return false;
  const view = address.get('view');
  return view ? view === 'board' : null;
}

/** The first calls of the inbox at this URL: board or list; without a choice the window's width decides. */
export function callsOfInbox(address: URLSearchParams): PrefetchCall[] {
  const filter = filterOf(address).toString();
  if (wantsCalendar(address)) return [{ url: calendarAddress(filter, address.get('month') ?? '') }];
  const board = { url: boardAddress(filter) };
  const rows = { url: leadListAddress(filter, address.get('page') ?? '') };
  const wanted = wantsBoard(address);
  if (wanted !== null) return [wanted ? board : rows];
  return [
    { ...board, media: roomForBoard },
    { ...rows, media: `not all and ${roomForBoard}` },
  ];
}
