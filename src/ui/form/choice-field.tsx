import { useController } from 'react-hook-form';
import { ChoiceBox, type Choices } from './choice-box.tsx';
import { Field, type FieldProps, useField } from './field.tsx';

interface SelectFieldProps extends FieldProps {
  choices: Choices;
  /** Instead of changing the value of the form. */
  onChoose?: (id: number) => void;
}

/** The value of a field that is no input, and the props of the frame around it. */
function useChosen({ name, label, required, span, hint }: FieldProps, choices: Parameters<typeof useField>[2]) {
  const { id, error, aria, control } = useField(name, Boolean(hint), choices);
  const { field } = useController({ name, control });
  return { field, aria, frame: { id, label, required, span, error, hint } };
}

export function SelectField({ choices, onChoose, ...props }: SelectFieldProps) {
  const { field, aria, frame } = useChosen(props, choices.items);
  const chosen = typeof field.value === 'number' ? [field.value] : [];
  return (
    <Field {...frame}>
      <ChoiceBox
        {...{ choices, chosen, aria }}
        label={props.label}
        inputRef={field.ref}
        onChoose={onChoose ?? field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

export function OptionField({ options, ...props }: FieldProps & { options: { value: string; name: string }[] }) {
  const { field, aria, frame } = useChosen(
    props,
    options.map((option) => ({ id: option.value, name: option.name })),
  );
  return (
    <Field {...frame}>
      <select className="control" {...aria} {...field} value={String(field.value ?? '')}>
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
  const { field, aria, frame } = useChosen(props, choices.items);
  const chosen = Array.isArray(field.value) ? field.value.map(Number) : [];
  const without = (id: number) => chosen.filter((other) => other !== id);
  return (
    <Field {...frame}>
      <ChoiceBox
        {...{ choices, chosen, aria }}
        label={props.label}
        multiple
        inputRef={field.ref}
        onChoose={(choice) => field.onChange(chosen.includes(choice) ? without(choice) : [...chosen, choice])}
        onRemove={(choice) => field.onChange(without(choice))}
        onBlur={field.onBlur}
      />
    </Field>
  );
}
