import { useController } from 'react-hook-form';
import { Field, useField } from './field.tsx';

/** Active or Inactive, with the word beside the switch. */
export function StatusSwitch(props: { name?: string; label?: string; active?: string; inactive?: string }) {
  const {
    name = 'status',
    label = 'Status',
    active: shown = 'Shown on the site',
    inactive = 'Hidden from the site',
  } = props;
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
        <span className="note">{active ? shown : inactive}</span>
      </span>
    </Field>
  );
}
