import { Icon } from '#ui/site/icon.tsx';
import { type DemoRequestField, demoRequestLimits } from './schema.ts';
import { words } from './words.ts';

interface DemoFieldProps {
  name: DemoRequestField;
  value?: string | undefined;
  errors: string[] | undefined;
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', inputMode: 'text' },
  institute_name: { type: 'text', autoComplete: 'organization', inputMode: 'text' },
  number: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
} as const;

/** The field keeps its own text: what was typed before the island came must survive its coming. */
export function DemoField({ name, value, errors }: DemoFieldProps) {
  const id = `demo-${name}`;
  const message = errors?.[0];
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.fields[name]} <span aria-hidden="true">*</span>
      </label>
      <input
        id={id}
        name={name}
        {...kinds[name]}
        defaultValue={value}
        maxLength={demoRequestLimits[name]}
        placeholder={words.examples[name] || undefined}
        aria-required="true"
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
      />
      {message && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="error" />
          {message}
        </p>
      )}
    </div>
  );
}
