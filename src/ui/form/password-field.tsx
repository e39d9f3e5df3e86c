import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#i18n/text.ts';
import { Field, useField } from './field.tsx';

export function PasswordField({
  name,
  label,
  autoComplete,
  hint,
  words = english,
  icon,
}: {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  words?: { show: string; hide: string };
  icon?: ReactNode;
}) {
  const { id, error, aria, register } = useField(name, Boolean(hint));
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <div className="secret">
        {icon}
        <input
          className="control"
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          {...aria}
          {...register(name)}
        />
        <button
          type="button"
          className="icon-button"
          aria-pressed={shown}
          aria-label={shown ? words.hide : words.show}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      </div>
    </Field>
  );
}

const english = t({ show: 'Show password', hide: 'Hide password' });
