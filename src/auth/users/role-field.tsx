import { useWatch } from 'react-hook-form';
import { roleMeanings, roleNames, roles } from '#api/rights.ts';
import { Field, useField } from '#ui/form/call-form.tsx';

export function RoleField({ disabled = false }: { disabled?: boolean }) {
  const { id, error, aria, register } = useField('role', true);
  const chosen: unknown = useWatch({ name: 'role' });
  const meaning = roles.filter((role) => role === chosen).map((role) => roleMeanings[role]);
  return (
    <Field id={id} label="Role" required error={error} hint={disabled ? 'Changed by another owner.' : meaning.join()}>
      <select className="control" aria-required {...aria} {...register('role')} disabled={disabled}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </select>
    </Field>
  );
}
