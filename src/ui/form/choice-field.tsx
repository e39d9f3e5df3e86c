import { useController } from 'react-hook-form';
import { ChoiceBox, type Choices } from './choice-box.tsx';
import { Field, type FieldProps, useField } from './field.tsx';

interface SelectFieldProps extends FieldProps {
  choices: Choices;
  /** Instead of changing the value of the form. */
  onChoose?: (id: number) => void;
}

export function SelectField({ choices, onChoose, ...props }: SelectFieldProps) {
  const { name, label, required, span, hint } = props;
  const { id, error, aria, control } = useField(name, Boolean(hint), choices.items);
  const { field } = useController({ name, control });
  const chosen = typeof field.value === 'number' ? [field.value] : [];
  return (
    <Field id={id} {...{ label, required, span, error, hint }}>
      <ChoiceBox
        {...{ label, choices, chosen, aria }}
        inputRef={field.ref}
        onChoose={onChoose ?? field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

export function OptionField({ options, ...props }: FieldProps & { options: { value: string; name: string }[] }) {
  const { name, label, required, span, hint } = props;
  const { id, error, aria, control } = useField(
    name,
    Boolean(hint),
    options.map((option) => ({ id: option.value, name: option.name })),
  );
  const { field } = useController({ name, control });
  return (
    <Field id={id} {...{ label, required, span, error, hint }}>
      <select
        className="control"
        {...aria}
        ref={field.ref}
        value={String(field.value ?? '')}
        onBlur={field.onBlur}
        onChange={field.onChange}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function MultiSelectField({ choices, ...props }: FieldProps & { choices: Choices }) {
  const { name, label, required, span, hint } = props;
  const { id, error, aria, control } = useField(name, Boolean(hint), choices.items);
  const { field } = useController({ name, control });
  const chosen = Array.isArray(field.value) ? field.value.map(Number) : [];
  const without = (id: number) => chosen.filter((other) => other !== id);
  return (
    <Field id={id} {...{ label, required, span, error, hint }}>
      <ChoiceBox
        {...{ label, choices, chosen, aria }}
        multiple
        inputRef={field.ref}
        onChoose={(choice) => field.onChange(chosen.includes(choice) ? without(choice) : [...chosen, choice])}
        onRemove={(choice) => field.onChange(without(choice))}
        onBlur={field.onBlur}
      />
    </Field>
  );
}
