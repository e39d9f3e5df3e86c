import { KeyRound, Mail } from 'lucide-react';
import { Field, useField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { words } from './words.ts';

export function EmailField() {
  const { id, error, aria, register } = useField('email');
  return (
    <Field id={id} label={words.email} error={error}>
      <div className="gate-control">
        <Mail aria-hidden="true" />
        <input className="control" type="email" autoComplete="username" {...aria} {...register('email')} />
      </div>
    </Field>
  );
}

export function GatePassword({ label, isNew = false }: { label: string; isNew?: boolean }) {
  return (
    <div className="gate-control">
      <PasswordField
        name="password"
        label={label}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        words={words}
        icon={<KeyRound aria-hidden="true" />}
      />
    </div>
  );
}
