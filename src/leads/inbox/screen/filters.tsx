import { useQueryClient } from '@tanstack/react-query';
import { Clock, SlidersHorizontal, X } from 'lucide-react';
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { dayAhead, formatDay } from '#ui/admin/dates.ts';
import { DayInput } from '#ui/admin/day-input.tsx';
import { type Options, SearchBox, Select } from '#ui/table/table.tsx';
import { leadOrigins, originNames, stageNames, stages } from '../../lead/strings.ts';
import { filterNames, filterOf, viewOf } from '../addresses.ts';
import { useOwners, wholeLead } from './use-leads.tsx';

const counted = ['status', 'owner', 'origin', 'date_from', 'date_to', 'overdue'] as const;

const stageOptions: Options = [
  ['', t('All stages')],
  ['open', t('Open: neither won nor lost')],
  ...stages.map((stage): Options[number] => [stage, stageNames[stage]]),
];

const originOptions: Options = [
  ['', t('All sources')],
  ['not_imported', t('Not imported')],
  ...leadOrigins.map((origin): Options[number] => [origin, originNames[origin]]),
];

const orders = Object.entries(
  t({
    '': 'Newest first',
    waiting: 'Longest waiting first',
    next_step: 'Next step first',
    changed: 'Changed last first',
  }),
);

export function Filters() {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { value, change, view, inTrash, isFiltered, take } = useFilter();
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
        {view === 'list' && <Choice name="status" label="Stage" options={stageOptions} />}
        <OwnerChoice />
        <Choice name="origin" label="Source" options={originOptions} />
        <DateFilter />
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
        {view === 'list' && !inTrash && <Choice name="sort" label="Order" options={orders} />}
        {isFiltered && (
          <button type="button" className="button button-text" onClick={() => take('')}>
            <X />
            Clear
          </button>
        )}
      </div>
      <FigureFilters />
    </search>
  );
}

function OwnerChoice() {
  const owners = useOwners();
  const me = useUser();
  const others = owners.filter(({ id }) => id !== me?.id).map(({ id, name }): Options[number] => [String(id), name]);
  const mine: Options = me ? [[String(me.id), t('Mine')]] : [];
  const options: Options = [['', t('Owner: anyone')], ...mine, ['none', t('Nobody’s')], ...others];
  return <Choice name="owner" label="Owner" options={options} />;
}

function Choice({ name, ...rest }: { name: FilterName; label: string; options: Options }) {
  const { value, change } = useFilter();
  return <Select {...rest} value={value(name)} onChange={(chosen) => change({ [name]: chosen })} />;
}

/** Days by the value of the option. */
const spans = Object.entries(t({ 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' }));

function DateFilter() {
  const { value, change } = useFilter();
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
          <DayInput aria-label="First day" value={from} max={to} onChange={(date_from) => change({ date_from })} />
          <DayInput aria-label="Last day" value={to} min={from} onChange={(date_to) => change({ date_to })} />
        </span>
      )}
    </>
  );
}

function firstDayOf(days: string): string {
  return dayAhead(1 - Number(days));
}

/** Filters that the links of the figures set. */
function FigureFilters() {
  const { value, change } = useFilter();
  const since = [value('since_from'), value('since_to')];
  const next = [value('next_from'), value('next_to')];
  const chips = [
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

function spanInWords([from = '', to = '']: string[], isStep = false): string {
  const first = formatDay(from);
  if (from && from === to) return isStep ? t`on ${first}` : t`since ${first}`;
  const begin = isStep ? t`from ${first}` : t`since ${first}`;
  return [from && begin, to && t`up to ${formatDay(to)}`].filter(Boolean).join(' ');
}

/** Parameters for the open lead: `request` comes from mails, `edit` from the command palette. */
const leadNames = ['lead', 'request', 'edit'] as const;

export type FilterName = (typeof filterNames)[number];
export type Filter = ReturnType<typeof useFilter>;

/** Of the last rendering, for what is memoized: opening a lead changes the address, but not the rows. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Filter, view and open lead are in the URL, so that reload, back and links work. */
export function useFilter() {
  const [address, setAddress] = useSearchParams();
  const queries = useQueryClient();
  const viewKey = `view of leads, ${useUser()?.id}`;
  const params = filterOf(address);
  const inTrash = params.get('trash') === '1';
  const leadParam = leadNames.map((name) => address.get(name)).find(Boolean) ?? '';
  const lead = /^[1-9][0-9]{0,9}$/.test(leadParam) ? Number(leadParam) : null;

  /** An empty value removes a parameter. Any other filter starts at page 1. */
  function change(changes: Record<string, string>, replace = false) {
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (!['page', 'lead', 'add'].some((name) => name in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }

  function take(query: string) {
    const nothing = Object.fromEntries([...filterNames, 'page', 'view', 'from'].map((name) => [name, '']));
    change({ ...nothing, ...Object.fromEntries(new URLSearchParams(query)) });
  }

  /** Null closes the lead. Moving between leads replaces the history entry, so that back leads to the list. */
  function open(id: number | null) {
    // Its panel would ask later, when the address has changed and the screen is rendered.
    if (id !== null) void queries.prefetchQuery(wholeLead(id));
    const others = Object.fromEntries(leadNames.map((name) => [name, '']));
    change({ ...others, add: '', lead: id === null ? '' : String(id) }, lead !== null && id !== null);
  }

  /** `without`: filters that the view has no control for. */
  function choose(view: string, without: Record<string, string>) {
    localStorage.setItem(viewKey, view);
    change({ view, ...without });
  }

  return {
    view: viewOf(address, localStorage.getItem(viewKey)),
    choose,
    /** The first day of the calendar; empty for today. */
    from: address.get('from') ?? '',
    inTrash,
    isSpam: params.get('spam') === '1',
    lead,
    isAdding: address.get('add') === '1',
    value: (name: FilterName) => params.get(name) ?? '',
    page: address.get('page') ?? '',
    query: params.toString(),
    isFiltered: [...params.keys()].some((name) => name !== 'sort'),
    change,
    open,
    take,
  };
}
