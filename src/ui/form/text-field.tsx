import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { DayInput } from '../admin/day-input.tsx';
import { notifyError } from '../admin/notify.tsx';
import { looksLikeBijoy } from './bijoy/suspect.ts';
import { Field, type FieldProps, type FormValues, useField } from './call-form.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'time';
  autoComplete?: string;
  placeholder?: string;
}

export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const { bijoy, frame, rest, control } = useText(props, type === 'text');
  return (
    <Field {...frame}>
      <input autoComplete="off" {...rest} type={type} {...control} />
      <BijoyOffer bijoy={bijoy} />
    </Field>
  );
}

export function TextArea({ rows = 2, ...props }: TextFieldProps & { rows?: number }) {
  const { bijoy, frame, control } = useText(props, true);
  return (
    <Field {...frame}>
      <textarea rows={rows} {...control} />
      <BijoyOffer bijoy={bijoy} />
    </Field>
  );
}

/** URLs and numbers are never Bengali. */
function useText({ name, label, required, span, hint, ...rest }: TextFieldProps, isBengali: boolean) {
  const { id, error, aria, register } = useField(name, Boolean(hint));
  const bijoy = useBijoy(name);
  return {
    bijoy,
    frame: { id, label, required, span, error, hint: hint && <span>{hint}</span> },
    rest,
    control: {
      className: 'control',
      'aria-required': required,
      ...(isBengali && { lang: 'bn', onPaste: bijoy.onPaste }),
      ...aria,
      ...register(name, isBengali ? { onBlur: bijoy.onBlur } : {}),
    },
  };
}

export function DateField({ name, label, required, span, hint, clock = false }: FieldProps & { clock?: boolean }) {
  const { id, error, aria, control } = useField(name, Boolean(hint));
  const { field } = useController({ name, control });
  return (
    <Field {...{ id, label, required, span, error, hint }}>
      <DayInput
        {...field}
        {...aria}
        aria-required={required}
        clock={clock}
        value={String(field.value ?? '')}
        onChange={(value, typed) => field.onChange(value || typed)}
      />
    </Field>
  );
}

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

/** Fields that few records need: folded, but open where one of them holds something or has an error. */
export function MoreFields({ names, children }: { names: string[]; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { control, getValues } = useFormContext<FormValues>();
  const { errors, defaultValues } = useFormState({ control });
  const isUsed = useWatch({ control, name: names }).some(Boolean);
  const isInvalid = names.some((name) => name in errors);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another record folds them anew
  useLayoutEffect(() => {
    if (details.current) details.current.open = getValues(names).some(Boolean);
  }, [defaultValues]);

  // Never folded while somebody types.
  useLayoutEffect(() => {
    if (details.current && (isUsed || isInvalid)) details.current.open = true;
  }, [isUsed, isInvalid]);

  return (
    <details className="more-fields form-wide" ref={details}>
      <summary>More</summary>
      <div className="form-grid">{children}</div>
    </details>
  );
}

/** The layout must not move before the click that caused the blur is done, in milliseconds. */
const blurDelay = 300;

interface BijoyMatch {
  text: string;
  converted: string | null;
}

type Bijoy = ReturnType<typeof useBijoy>;

/**
 * Checks on paste and on blur whether the field's text is Bijoy. A text that the user chose to keep is not offered
 * again.
 */
function useBijoy(name: string) {
  const { getValues } = useFormContext<FormValues>();
  const [found, setFound] = useState<BijoyMatch | null>(null);
  const dismissedText = useRef('');

  function detect() {
    const text = String(getValues(name) ?? '');
    if (text === dismissedText.current || !looksLikeBijoy(text)) return;
    setFound({ text, converted: null });
  }

  return {
    name,
    found,
    setFound,
    dismiss: (text: string) => {
      dismissedText.current = text;
      setFound(null);
    },
    onPaste: () => void setTimeout(detect),
    onBlur: () => void setTimeout(detect, blurDelay),
  };
}

function BijoyOffer({ bijoy }: { bijoy: Bijoy }) {
  return <div role="status">{bijoy.found && <Offer bijoy={bijoy} found={bijoy.found} />}</div>;
}

function Offer({ bijoy, found: { text, converted } }: { bijoy: Bijoy; found: BijoyMatch }) {
  const { name, setFound, dismiss } = bijoy;
  const { setValue, setFocus } = useFormContext<FormValues>();
  const value = useWatch<FormValues>({ name });
  if (value !== (converted ?? text)) return null;

  function setText(next: string) {
    setValue(name, next, { shouldDirty: true });
    setFocus(name);
  }

  async function convert() {
    try {
      const { bijoyToUnicode } = await import('./bijoy/convert.ts');
      const unicode = bijoyToUnicode(text);
      setFound({ text, converted: unicode });
      setText(unicode);
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <p className="bijoy-offer wrap">
      {converted === null ? (
        <>
          <span>This looks like Bijoy text. Convert to Unicode?</span>
          <button type="button" className="button button-quiet button-small" onClick={convert}>
            Convert
          </button>
          <button
            type="button"
            className="button button-text button-small"
            onClick={() => {
              dismiss(text);
              setFocus(name);
            }}
          >
            Keep
          </button>
        </>
      ) : (
        <>
          <span>Converted to Unicode.</span>
          <button
            type="button"
            className="button button-text button-small"
            onClick={() => {
              dismiss(text);
              setText(text);
            }}
          >
            Undo
          </button>
        </>
      )}
    </p>
  );
}
