import { leadsWhere } from '#paths.ts';
import type { Figures } from './schema.ts';

type Days = Pick<Figures, 'first' | 'last'>;

export function leadListLinks({ first, last }: Days, who: { owner?: string; source?: string } = {}) {
  const received = { ...who, origin: 'not_imported', date_from: first, date_to: last };
  const closed = { ...who, since_from: first, since_to: last, sort: 'changed' };
  return {
    came: leadsWhere(received),
    called: leadsWhere({ ...received, called: '1' }),
    notCalled: leadsWhere({ ...received, called: '0' }),
    imported: leadsWhere({ ...who, origin: 'imported', date_from: first, date_to: last }),
    wonOfThese: leadsWhere({ ...received, status: 'won' }),
    valueOfThese: leadsWhere({ ...received, status: 'won', valued: '1' }),
    valueOpen: leadsWhere({ ...received, status: 'open', valued: '1' }),
    won: leadsWhere({ ...closed, status: 'won' }),
    lost: leadsWhere({ ...closed, status: 'lost' }),
    valueWon: leadsWhere({ ...closed, status: 'won', valued: '1' }),
  };
}
