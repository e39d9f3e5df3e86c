import { X } from 'lucide-react';
import { formatDay } from '#ui/admin/dates.ts';
import { type LeadOrigin, originNames } from '../../lead/strings.ts';
import type { Filter } from './use-filter.ts';

export function FigureFilters({ filter: { value, change } }: { filter: Filter }) {
  const since = [value('since_from'), value('since_to')];
  const next = [value('next_from'), value('next_to')];
  const chips = [
    { names: ['origin'], words: value('origin') && originInWords(value('origin')) },
    { names: ['source'], words: value('source') && `From ${value('source')}` },
    { names: ['called'], words: value('called') && (value('called') === '1' ? 'Called' : 'Not called yet') },
    { names: ['valued'], words: value('valued') === '1' && 'With a value' },
    { names: ['since_from', 'since_to'], words: since.some(Boolean) && `In its stage ${spanInWords(since)}` },
    { names: ['next_from', 'next_to'], words: next.some(Boolean) && `Next step ${spanInWords(next, 'on', 'from')}` },
  ].filter(({ words }) => words);
  if (chips.length === 0) return null;
  return (
    <ul className="figure-filters" aria-label="Also asked for">
      {chips.map(({ names, words }) => (
        <li key={names[0]}>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => change(Object.fromEntries(names.map((name) => [name, ''])))}
          >
            {words}
            <X aria-hidden="true" />
            <span className="sr-only">: take away</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function originInWords(origin: string): string {
  return origin === 'not_imported' ? 'Not imported' : (originNames[origin as LeadOrigin] ?? origin);
}

function spanInWords([from, to]: string[], one = 'since', begin = 'since'): string {
  if (from && from === to) return `${one} ${formatDay(from)}`;
  return [from && `${begin} ${formatDay(from)}`, to && `up to ${formatDay(to)}`].filter(Boolean).join(' ');
}
