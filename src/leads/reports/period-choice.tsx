import { useSearchParams } from 'react-router';
import { type Period, periods } from './addresses.ts';
import type { Figures } from './schema.ts';

const names: Record<Period, string> = { '7': '7 days', '30': '30 days', '90': '90 days', year: 'This year' };

/** `days` is the range on display now; the choice is kept in the URL. */
export function PeriodChoice({ days }: { days: Pick<Figures, 'first' | 'last'> | null }) {
  const [address, setAddress] = useSearchParams();
  const own = address.has('date_from') || address.has('date_to');
  const chosen = own ? null : (address.get('period') ?? periods[0]);
  const take = (query: Record<string, string>) =>
    setAddress(new URLSearchParams(query), { replace: true, preventScrollReset: true });
  const from = address.get('date_from') ?? days?.first ?? '';
  const to = address.get('date_to') ?? days?.last ?? '';
  return (
    <search className="period">
      <fieldset className="period-choice">
        <legend className="sr-only">Period</legend>
        {(['7', '30', '90', 'year'] as const).map((period) => (
          <button
            type="button"
            key={period}
            className="button button-quiet"
            aria-pressed={chosen === period}
            onClick={() => take(period === periods[0] ? {} : { period })}
          >
            {names[period]}
          </button>
        ))}
      </fieldset>
      <Day label="First day" value={from} max={to} onChange={(day) => take({ date_from: day, date_to: to })} />
      <Day label="Last day" value={to} min={from} onChange={(day) => take({ date_from: from, date_to: day })} />
    </search>
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
      // A date input is empty while a date is typed.
      onChange={({ target }) => target.value && onChange(target.value)}
    />
  );
}
