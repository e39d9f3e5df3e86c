import { useWatch } from 'react-hook-form';
import { BijoyOffer, useBijoy } from './bijoy/bijoy-offer.tsx';
import { Field, type FieldProps, useField } from './field.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local' | 'number';
  autoComplete?: string;
  placeholder?: string;
  /** Shows the number of graphemes. */
  counted?: boolean;
}

export function TextField({ name, label, required, span, hint, counted, type = 'text', ...rest }: TextFieldProps) {
  const { id, error, aria, register } = useField(name, Boolean(hint || counted));
  const bijoy = useBijoy(name);
  const { onPaste, onBlur } = type === 'text' ? bijoy : nothing;
  return (
    <Field id={id} {...{ label, required, span, error }} hint={hintWith(hint, counted ? name : null)}>
      <input
        className="control"
        type={type}
        lang={type === 'text' ? 'bn' : undefined}
        autoComplete="off"
        aria-required={required}
        {...rest}
        onPaste={onPaste}
        {...aria}
        {...register(name, { onBlur })}
      />
      <BijoyOffer bijoy={bijoy} />
    </Field>
  );
}

/** URLs and numbers are never Bengali. */
const nothing = { onPaste: () => undefined, onBlur: () => undefined };

export function TextArea({ name, label, required, span, hint, counted, rows = 2 }: TextFieldProps & { rows?: number }) {
  const { id, error, aria, register } = useField(name, Boolean(hint || counted));
  const bijoy = useBijoy(name);
  const { onPaste, onBlur } = bijoy;
  return (
    <Field id={id} {...{ label, required, span, error }} hint={hintWith(hint, counted ? name : null)}>
      <textarea
        className="control"
        lang="bn"
        rows={rows}
        aria-required={required}
        onPaste={onPaste}
        {...aria}
        {...register(name, { onBlur })}
      />
      <BijoyOffer bijoy={bijoy} />
    </Field>
  );
}

export function DateField(props: FieldProps) {
  return <TextField {...props} type="date" />;
}

function hintWith(hint: string | undefined, countedName: string | null) {
  if (!hint && !countedName) return undefined;
  return (
    <>
      <span>{hint}</span>
      {countedName && <Count name={countedName} />}
    </>
  );
}

function Count({ name }: { name: string }) {
  const text = String(useWatch({ name }) ?? '');
  return <span>{[...graphemes.segment(text)].length}</span>;
}

const graphemes = new Intl.Segmenter('bn');
