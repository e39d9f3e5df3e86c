import { leadsWhere } from '#paths.ts';
import type { Figures } from './schema.ts';

type Days = Pick<Figures, 'first' | 'last'>;

export function listsOf({ first, last }: Days, who: { owner?: string; source?: string } = {}) {
  const came = { ...who, origin: 'not_imported', date_from: first, date_to: last };
  const ended = { ...who, since_from: first, since_to: last, sort: 'changed' };
  return {
    came: leadsWhere(came),
    called: leadsWhere({ ...came, called: '1' }),
    notCalled: leadsWhere({ ...came, called: '0' }),
    imported: leadsWhere({ ...who, origin: 'imported', date_from: first, date_to: last }),
    wonOfThese: leadsWhere({ ...came, status: 'won' }),
    valueOfThese: leadsWhere({ ...came, status: 'won', valued: '1' }),
    valueOpen: leadsWhere({ ...came, status: 'open', valued: '1' }),
    won: leadsWhere({ ...ended, status: 'won' }),
    lost: leadsWhere({ ...ended, status: 'lost' }),
    valueWon: leadsWhere({ ...ended, status: 'won', valued: '1' }),
  };
}
