import { useWatch } from 'react-hook-form';
import { BijoyOffer, useBijoy } from './bijoy/bijoy-offer.tsx';
import { Field, type FieldProps, useField } from './field.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number';
  autoComplete?: string;
  placeholder?: string;
  /** Shows the number of graphemes. */
  counted?: boolean;
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
function useText({ name, label, required, span, hint, counted, ...rest }: TextFieldProps, isBengali: boolean) {
  const { id, error, aria, register } = useField(name, Boolean(hint || counted));
  const bijoy = useBijoy(name);
  return {
    bijoy,
    frame: { id, label, required, span, error, hint: hintWith(hint, counted ? name : null) },
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
