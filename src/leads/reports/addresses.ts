import { t } from '#i18n/text.ts';
import { calls, leadsWhere } from '#paths.ts';
import type { Period } from './schema.ts';

/** Names of periods, with their labels on the screen. */
export const periods = t({ '7': '7 days', '30': '30 days', '90': '90 days', year: 'This year' } as const);
export const defaultPeriod = '30';

export const breakdowns = ['people', 'sources', 'days'] as const;
export type Breakdown = (typeof breakdowns)[number];

const names = ['period', 'date_from', 'date_to'];

export function periodOf(address: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...address].filter(([name, value]) => value && names.includes(name)));
}

export function figuresAddress(address: URLSearchParams): string {
  const query = periodOf(address).toString();
  return query ? `${calls.leadFigures}?${query}` : calls.leadFigures;
}

export function leadListLinks({ first, last }: Period, who: { owner?: string; source?: string } = {}) {
  const days = { date_from: first, date_to: last };
  const received = { ...who, origin: 'not_imported', ...days };
  const closed = { ...who, since_from: first, since_to: last, sort: 'changed' };
  return {
    came: leadsWhere(received),
    called: leadsWhere({ ...received, called: '1' }),
    notCalled: leadsWhere({ ...received, called: '0' }),
    imported: leadsWhere({ ...who, origin: 'imported', ...days }),
    wonOfThese: leadsWhere({ ...received, status: 'won' }),
    valueOfThese: leadsWhere({ ...received, status: 'won', valued: '1' }),
    valueOpen: leadsWhere({ ...received, status: 'open', valued: '1' }),
    won: leadsWhere({ ...closed, status: 'won' }),
    lost: leadsWhere({ ...closed, status: 'lost' }),
    valueWon: leadsWhere({ ...closed, status: 'won', valued: '1' }),
  };
}
