import { CircleAlert } from 'lucide-react';
import { useFormState } from 'react-hook-form';

/** One line above the form: the number of errors, and those that belong to no field. */
export function ErrorSummary({ others = [] }: { others?: string[] }) {
  const { errors } = useFormState();
  const count = Object.keys(errors).length;
  return (
    <div role="alert">
      {(count > 0 || others.length > 0) && (
        <div className="notice notice-bad error-summary">
          <CircleAlert />
          <p>
            {count > 0 && (count === 1 ? 'One field needs your attention. ' : `${count} fields need your attention. `)}
            {others.join(' ')}
          </p>
        </div>
      )}
    </div>
  );
}
