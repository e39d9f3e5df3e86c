import { Clock, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { dayAhead, formatDay } from '#ui/admin/dates.ts';
import { DayInput } from '#ui/admin/day-input.tsx';
import { SearchBox } from '#ui/table/table.tsx';
import { type LeadOrigin, originNames, stageNames, stages } from '../../lead/strings.ts';
import type { Filter, FilterName } from './use-filter.ts';
import { useOwners } from './use-leads.ts';

const counted = ['status', 'owner', 'date_from', 'date_to', 'overdue'] as const;

type Options = [value: string, label: string][];

const stageOptions: Options = [
  ['', t('All stages')],
  ['open', t('Open: neither won nor lost')],
  ...stages.map((stage): Options[number] => [stage, stageNames[stage]]),
];

const orders = Object.entries(
  t({
    '': 'Newest first',
    waiting: 'Longest waiting first',
    next_step: 'Next step first',
    changed: 'Changed last first',
  }),
);

export function Filters({ filter }: { filter: Filter }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { value, change, view, inTrash } = filter;
  const chosen = counted.filter((name) => value(name)).length;
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
        <SlidersHorizontal />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className="filters-rest" id={id} data-open={open || undefined}>
        {view === 'list' && <Choice filter={filter} name="status" label="Stage" options={stageOptions} />}
        <OwnerChoice filter={filter} />
        <DateFilter filter={filter} />
        {view !== 'calendar' && (
          <button
            type="button"
            className="button button-quiet toggle"
            aria-pressed={value('overdue') === '1'}
            onClick={() => change({ overdue: value('overdue') ? '' : '1' })}
          >
            <Clock />
            Overdue only
          </button>
        )}
        {view === 'list' && !inTrash && <Choice filter={filter} name="sort" label="Order" options={orders} />}
        {filter.isFiltered && (
          <button type="button" className="button button-text" onClick={() => filter.take('')}>
            <X />
            Clear
          </button>
        )}
      </div>
      <FigureFilters filter={filter} />
    </search>
  );
}

function OwnerChoice({ filter }: { filter: Filter }) {
  const owners = useOwners();
  const me = useUser();
  const others = owners.filter(({ id }) => id !== me?.id).map(({ id, name }): Options[number] => [String(id), name]);
  const mine: Options = me ? [[String(me.id), t('Mine')]] : [];
  const options: Options = [['', t('Owner: anyone')], ...mine, ['none', t('Nobody’s')], ...others];
  return <Choice filter={filter} name="owner" label="Owner" options={options} />;
}

function Choice(props: { filter: Filter; name: FilterName; label: string; options: Options }) {
  const { filter, name, ...rest } = props;
  return <Select {...rest} value={filter.value(name)} onChange={(chosen) => filter.change({ [name]: chosen })} />;
}

function Select(props: { label: string; value: string; options: Options; onChange: (value: string) => void }) {
  return (
    <select
      className="control"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Days by the value of the option. */
const spans = Object.entries(t({ 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' }));

function DateFilter({ filter: { value, change } }: { filter: Filter }) {
  const [from, to] = [value('date_from'), value('date_to')];
  const [choosing, setChoosing] = useState(false);
  const [span] = (to === '' && spans.find(([days]) => firstDayOf(days) === from)) || [];
  const isCustom = choosing || ((from !== '' || to !== '') && !span);
  return (
    <>
      <Select
        label="Received"
        value={isCustom ? 'custom' : (span ?? '')}
        options={[['', t('Any time')], ...spans, ['custom', t('From … to …')]]}
        onChange={(chosen) => {
          setChoosing(chosen === 'custom');
          if (chosen !== 'custom') change({ date_from: chosen && firstDayOf(chosen), date_to: '' });
        }}
      />
      {isCustom && (
        <span className="date-span">
          <DayInput label="First day" value={from} max={to} onChange={(date_from) => change({ date_from })} />
          <DayInput label="Last day" value={to} min={from} onChange={(date_to) => change({ date_to })} />
        </span>
      )}
    </>
  );
}

function firstDayOf(days: string): string {
  return dayAhead(1 - Number(days));
}

/** Filters that the links of the figures set. */
function FigureFilters({ filter: { value, change } }: { filter: Filter }) {
  const since = [value('since_from'), value('since_to')];
  const next = [value('next_from'), value('next_to')];
  const chips = [
    { names: ['origin'], words: value('origin') && originInWords(value('origin')) },
    { names: ['source'], words: value('source') && `From ${value('source')}` },
    { names: ['called'], words: value('called') && (value('called') === '1' ? 'Called' : 'Not called yet') },
    { names: ['valued'], words: value('valued') === '1' && 'With a value' },
    { names: ['since_from', 'since_to'], words: since.some(Boolean) && `In its stage ${spanInWords(since)}` },
    { names: ['next_from', 'next_to'], words: next.some(Boolean) && `Next step ${spanInWords(next, true)}` },
  ].filter(({ words }) => words);
  if (chips.length === 0) return null;
  return (
    <ul className="figure-filters flow" aria-label="Also asked for">
      {chips.map(({ names, words }) => (
        <li key={names[0]}>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => change(Object.fromEntries(names.map((name) => [name, ''])))}
          >
            {words}
            <X />
            <span className="sr-only">: take away</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function originInWords(origin: string): string {
  return origin === 'not_imported' ? t('Not imported') : (originNames[origin as LeadOrigin] ?? origin);
}

function spanInWords([from = '', to = '']: string[], isStep = false): string {
  const first = formatDay(from);
  if (from && from === to) return isStep ? t`on ${first}` : t`since ${first}`;
  const begin = isStep ? t`from ${first}` : t`since ${first}`;
  return [from && begin, to && t`up to ${formatDay(to)}`].filter(Boolean).join(' ');
}
