import { Field, useField } from './field.tsx';

export function NativeSelect(props: { name: string; label: string; span: 6; options: [string, string][] }) {
  const { name, label, span, options } = props;
  const { id, error, aria, register } = useField(name);
  return (
    <Field id={id} {...{ label, span, error }}>
      <select className="control" {...aria} {...register(name)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
