import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Control, useFormContext, useFormState } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import type { FormValues } from './call-form.tsx';

export interface FieldProps {
  /** Its name in the request body, by which validation errors find it. */
  name: string;
  label: string;
  required?: boolean;
  /** Of twelve columns; all of them by default. */
  span?: 3 | 4 | 6 | 8;
  hint?: string;
}

interface ShownField {
  id: string;
  choices: Choice[];
}

interface Choice {
  id: number | string;
  name: string;
}

/** The fields of each form that are on the screen. */
const shownFields = new WeakMap<Control<FormValues>, Map<string, ShownField>>();

/** The words of a field as they are on the screen: its label, and the names of its choices. */
export function fieldWords(control: Control<FormValues>, name: string) {
  const { id, choices = [] } = shownFields.get(control)?.get(name) ?? {};
  const label = document.querySelector(`[id="${id}-label"], label[for="${id}"]`)?.firstChild?.textContent ?? undefined;
  return { label, nameOf: (value: number | string) => choices.find((choice) => choice.id === value)?.name };
}

/** The validation error of a field, with its ARIA attributes. */
export function useField(name: string, hasHint = false, choices: Choice[] = []) {
  const id = useId();
  const { control, register } = useFormContext<FormValues>();
  if (!shownFields.has(control)) shownFields.set(control, new Map());
  shownFields.get(control)?.set(name, { id, choices });
  const { errors } = useFormState({ control, name });
  const error = errors[name]?.message;
  const message = typeof error === 'string' ? error : undefined;
  const described = [message && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error: message,
    control,
    register,
    aria: { id, 'aria-invalid': message !== undefined, 'aria-describedby': described || undefined },
  };
}

export function Field({
  id,
  label,
  required,
  span,
  error,
  hint,
  group,
  children,
}: {
  id: string;
  label: string;
  required?: boolean | undefined;
  span?: number | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  /** For controls without a single labelable element; the label then has the id `…-label`. */
  group?: boolean;
  children: ReactNode;
}) {
  const words = (
    <>
      {label}
      {required && (
        <span className="label-star" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </>
  );
  return (
    <div className="field" data-span={span}>
      {group ? (
        <span className="label" id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label htmlFor={id}>{words}</label>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <div className="field-foot note" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  );
}

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
