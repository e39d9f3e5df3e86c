import { CalendarDays } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { formatMoment, isMoment, readMoment } from './dates.ts';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  value: string;
  clock?: boolean;
  /** Gets '' while what was typed is no day. */
  onChange: (value: string, typed?: string) => void;
}

/**
 * A day, with `clock` also its hour, written as everywhere in the office: '30 Nov 2026, 10:00'. The value is that of a
 * native input; a native input alone would show the order of the browser's language, such as 11/30/2026.
 */
export function DayInput({ value, clock = false, min, max, onChange, onBlur, ...input }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className="date-field">
      <input
        {...input}
        className="control"
        autoComplete="off"
        value={typed ?? formatMoment(value)}
        onChange={({ target }) => {
          const next = readMoment(target.value);
          setTyped(target.value);
          onChange(isMoment(next) || /^\d{4}-\d\d-\d\d$/.test(next) ? next : '', target.value);
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
      />
      <CalendarDays />
      {/* Opens the browser's calendar; the field itself is for the keyboard. */}
      <input
        type={clock ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden
        {...{ value, min, max }}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
