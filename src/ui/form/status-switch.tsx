import { useController } from 'react-hook-form';
import { Field, useField } from './field.tsx';

/** Active or Inactive, with the word beside the switch. */
export function StatusSwitch({ name = 'status', label = 'Status' }: { name?: string; label?: string }) {
  const { id, error, aria, control } = useField(name);
  const { field } = useController({ name, control });
  const active = field.value === true;
  return (
    <Field id={id} label={label} error={error} group>
      <span className="switch-row">
        <button
          type="button"
          role="switch"
          className="switch"
          ref={field.ref}
          {...aria}
          aria-checked={active}
          aria-labelledby={`${id}-label`}
          onClick={() => field.onChange(!active)}
          onBlur={field.onBlur}
        />
        <b>{active ? 'Active' : 'Inactive'}</b>
        <span className="note">{active ? 'Shown on the site' : 'Hidden from the site'}</span>
      </span>
    </Field>
  );
}
