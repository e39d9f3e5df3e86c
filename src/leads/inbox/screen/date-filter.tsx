import { useState } from 'react';
import type { Filter } from './use-filter.ts';

const spans: { name: string; label: string; days: number }[] = [
  { name: 'today', label: 'Today', days: 1 },
  { name: 'week', label: 'Last 7 days', days: 7 },
  { name: 'month', label: 'Last 30 days', days: 30 },
  { name: 'quarter', label: 'Last 90 days', days: 90 },
];

/** When they came: a usual span up to today, or two days. The days are those of Dhaka. */
export function DateFilter({ filter: { value, change } }: { filter: Filter }) {
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

/** The first of so many days that end today. */
function firstDayOf(days: number): string {
  return inDhaka.format(Date.now() - (days - 1) * 86_400_000);
}
