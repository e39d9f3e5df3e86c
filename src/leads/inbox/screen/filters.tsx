import { Clock, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useUser } from '#auth/session.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { SearchBox } from '#ui/table/search-box.tsx';
import { type LeadOrigin, originNames, stageNames, stages } from '../../lead/strings.ts';
import type { Filter } from './use-filter.ts';
import { useOwners } from './use-leads.ts';

export function Filters({ filter }: { filter: Filter }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { value, change } = filter;
  const chosen = ['status', 'owner', 'date_from', 'date_to', 'overdue'].filter((name) =>
    value(name as 'status'),
  ).length;
  return (
    <search className="lead-filters">
      <SearchBox
        query={value('search')}
        onSearch={(search) => change({ search }, true)}
        label="Search leads by name, institute, number or email"
        placeholder="Name, institute, number or email"
      />
      <button
        type="button"
        className="button button-quiet filters-opener"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className="filters-rest" id={id} data-open={open || undefined}>
        {!filter.isBoard && !filter.isCalendar && (
          <Choice label="Stage" value={value('status')} onChange={(status) => change({ status })}>
            <option value="">All stages</option>
            <option value="open">Open: neither won nor lost</option>
            {stages.map((stage) => (
              <option key={stage} value={stage}>
                {stageNames[stage]}
              </option>
            ))}
          </Choice>
        )}
        <OwnerChoice filter={filter} />
        <DateFilter filter={filter} />
        {!filter.isCalendar && (
          <button
            type="button"
            className="button button-quiet toggle"
            aria-pressed={value('overdue') === '1'}
            onClick={() => change({ overdue: value('overdue') ? '' : '1' })}
          >
            <Clock aria-hidden="true" />
            Overdue only
          </button>
        )}
        {!filter.isBoard && !filter.inTrash && !filter.isCalendar && (
          <Choice label="Order" value={value('sort')} onChange={(sort) => change({ sort })}>
            <option value="">Newest first</option>
            <option value="waiting">Longest waiting first</option>
            <option value="next_step">Next step first</option>
            <option value="changed">Changed last first</option>
          </Choice>
        )}
        {filter.isFiltered && (
          <button type="button" className="button button-text" onClick={() => filter.take('')}>
            <X aria-hidden="true" />
            Clear
          </button>
        )}
      </div>
      <FigureFilters filter={filter} />
    </search>
  );
}

function OwnerChoice({ filter: { value, change } }: { filter: Filter }) {
  const owners = useOwners();
  const me = useUser();
  return (
    <Choice label="Owner" value={value('owner')} onChange={(owner) => change({ owner })}>
      <option value="">Owner: anyone</option>
      {me && <option value={me.id}>Mine</option>}
      <option value="none">Nobody’s</option>
      {owners
        .filter(({ id }) => id !== me?.id)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Choice>
  );
}

function Choice(props: { label: string; value: string; onChange: (value: string) => void; children: React.ReactNode }) {
  return (
    <select
      className="control"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.children}
    </select>
  );
}

const spans: { name: string; label: string; days: number }[] = [
  { name: 'today', label: 'Today', days: 1 },
  { name: 'week', label: 'Last 7 days', days: 7 },
  { name: 'month', label: 'Last 30 days', days: 30 },
  { name: 'quarter', label: 'Last 90 days', days: 90 },
];

function DateFilter({ filter: { value, change } }: { filter: Filter }) {
  const [from, to] = [value('date_from'), value('date_to')];
  const [choosing, setChoosing] = useState(false);
  const span = to === '' ? spans.find(({ days }) => firstDayOf(days) === from)?.name : undefined;
  const isCustom = choosing || ((from !== '' || to !== '') && !span);
  return (
    <>
      <select
        className="control"
        aria-label="Received"
        value={isCustom ? 'custom' : (span ?? '')}
        onChange={(event) => {
          const chosen = spans.find(({ name }) => name === event.target.value);
          setChoosing(event.target.value === 'custom');
          if (event.target.value !== 'custom')
            change({ date_from: chosen ? firstDayOf(chosen.days) : '', date_to: '' });
        }}
      >
        <option value="">Any time</option>
        {spans.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value="custom">From … to …</option>
      </select>
      {isCustom && (
        <span className="date-span">
          <Day label="First day" value={from} max={to} onChange={(date_from) => change({ date_from })} />
          <Day label="Last day" value={to} min={from} onChange={(date_to) => change({ date_to })} />
        </span>
      )}
    </>
  );
}

function Day(props: { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }) {
  const { label, value, min, max, onChange } = props;
  return (
    <input
      className="control"
      type="date"
      aria-label={label}
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const inDhaka = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka', dateStyle: 'short' });

function firstDayOf(days: number): string {
  return inDhaka.format(Date.now() - (days - 1) * 86_400_000);
}

function FigureFilters({ filter: { value, change } }: { filter: Filter }) {
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
