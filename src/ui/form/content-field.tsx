import { useController } from 'react-hook-form';
import { Field, useField } from './field.tsx';

/** The article of a record. */
export function ContentField({ name = 'content', label = 'Content' }: { name?: string; label?: string }) {
  const { id, error, aria, control } = useField(name);
  const { field } = useController({ name, control });
  return (
    <div className="form-wide">
      <Field id={id} label={label} error={error}>
        <textarea className="control" rows={8} {...aria} {...field} value={String(field.value ?? '')} />
      </Field>
    </div>
  );
}
