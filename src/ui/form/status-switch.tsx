import { useController } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { Field, type FieldProps, useField } from './field.tsx';

export function StatusSwitch({
  name = 'status',
  label = t('Status'),
  active = t('Shown on the site'),
  inactive = t('Hidden from the site'),
}: {
  name?: string;
  label?: string;
  active?: string;
  inactive?: string;
}) {
  return (
    <Switch {...{ name, label }} on={{ word: 'Active', note: active }} off={{ word: 'Inactive', note: inactive }} />
  );
}

export function OnOffSwitch(props: Pick<FieldProps, 'name' | 'label' | 'span'>) {
  return <Switch {...props} on={{ word: 'On' }} off={{ word: 'Off' }} />;
}

interface Told {
  word: string;
  note?: string;
}

function Switch({ name, label, span, on, off }: Pick<FieldProps, 'name' | 'label' | 'span'> & { on: Told; off: Told }) {
  const { id, error, aria, control } = useField(name);
  const { field } = useController({ name, control });
  const isOn = field.value === true;
  const { word, note } = isOn ? on : off;
  return (
    <Field id={id} {...{ label, span, error }} group>
      <span className="switch-row inline-row">
        <button
          type="button"
          role="switch"
          className="switch"
          ref={field.ref}
          {...aria}
          aria-checked={isOn}
          aria-labelledby={`${id}-label`}
          onClick={() => field.onChange(!isOn)}
          onBlur={field.onBlur}
        />
        <b>{word}</b>
        {note && <span className="note">{note}</span>}
      </span>
    </Field>
  );
}
