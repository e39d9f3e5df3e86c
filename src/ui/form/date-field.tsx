import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { formatMoment, readMoment } from '../admin/dates.ts';
import { Field, type FieldProps, useField } from './field.tsx';

/**
 * A day, with `clock` also its hour, written as everywhere in the office: '30 Nov 2026, 10:00'. The value is that of a
 * native input; a native input alone would show the order of the browser's language, such as 11/30/2026.
 */
export function DateField({ name, label, required, span, hint, clock = false }: FieldProps & { clock?: boolean }) {
  const { id, error, aria, control } = useField(name, Boolean(hint));
  const { field } = useController({ name, control });
  const [typed, setTyped] = useState<string | null>(null);
  const value = String(field.value ?? '');
  return (
    <Field {...{ id, label, required, span, error, hint }}>
      <span className="date-field">
        <input
          {...field}
          {...aria}
          className="control"
          aria-required={required}
          autoComplete="off"
          value={typed ?? formatMoment(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(readMoment(target.value));
          }}
          onBlur={() => {
            setTyped(null);
            field.onBlur();
          }}
        />
        <CalendarDays />
        {/* Opens the browser's calendar; the field itself is for the keyboard. */}
        <input
          type={clock ? 'datetime-local' : 'date'}
          tabIndex={-1}
          aria-hidden
          value={value}
          onChange={({ target }) => field.onChange(target.value)}
        />
      </span>
    </Field>
  );
}
