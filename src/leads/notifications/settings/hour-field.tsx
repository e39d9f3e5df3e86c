import { Field, type FieldProps, useField } from '#ui/form/field.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: `${hour}`.padStart(2, '0') }));

/** An hour of the day. */
export function HourField({ name, label, required, span, hint }: FieldProps) {
  const { id, error, aria, register } = useField(name, Boolean(hint));
  return (
    <Field id={id} {...{ label, required, span, error, hint }}>
      <select className="control" {...aria} {...register(name)}>
        {hours.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}:00
          </option>
        ))}
      </select>
    </Field>
  );
}
