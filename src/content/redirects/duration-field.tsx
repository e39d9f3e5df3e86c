import { useController } from 'react-hook-form';
import { Field, useField } from '#ui/form/field.tsx';

export function DurationField() {
  const { id, error, aria, control } = useField('code', true);
  const { field } = useController({ name: 'code', control });
  return (
    <Field
      id={id}
      label="Kind"
      span={6}
      error={error}
      hint={field.value === '302' ? 'The old path may come back.' : 'Search engines take over the new address.'}
    >
      <select
        className="control"
        {...aria}
        ref={field.ref}
        value={String(field.value)}
        onBlur={field.onBlur}
        onChange={field.onChange}
      >
        <option value="301">For good (301)</option>
        <option value="302">For now (302)</option>
      </select>
    </Field>
  );
}
