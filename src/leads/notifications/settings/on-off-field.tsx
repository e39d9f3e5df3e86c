import { useController } from 'react-hook-form';
import { Field, type FieldProps, useField } from '#ui/form/field.tsx';

/** On or off, with the word beside the switch. */
export function OnOffField({ name, label, span }: FieldProps) {
  const { id, error, aria, control } = useField(name);
  const { field } = useController({ name, control });
  const on = field.value === true;
  return (
    <Field id={id} {...{ label, span, error }} group>
      <span className="switch-row">
        <button
          type="button"
          role="switch"
          className="switch"
          ref={field.ref}
          {...aria}
          aria-checked={on}
          aria-labelledby={`${id}-label`}
          onClick={() => field.onChange(!on)}
          onBlur={field.onBlur}
        />
        <b>{on ? 'On' : 'Off'}</b>
      </span>
    </Field>
  );
}
