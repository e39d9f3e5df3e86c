import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { notifyError } from '../../admin/notify.tsx';
import type { FormValues } from '../values.ts';
import { looksLikeBijoy } from './suspect.ts';

/** The layout must not move before the click that caused the blur is done, in milliseconds. */
const blurDelay = 300;

interface BijoyMatch {
  text: string;
  converted: string | null;
}

export type Bijoy = ReturnType<typeof useBijoy>;

/**
 * Checks on paste and on blur whether the field's text is Bijoy. A text that the user chose to keep is not offered
 * again.
 */
export function useBijoy(name: string) {
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

export function BijoyOffer({ bijoy }: { bijoy: Bijoy }) {
  return <div role="status">{bijoy.found && <Offer bijoy={bijoy} found={bijoy.found} />}</div>;
}

function Offer({ bijoy, found: { text, converted } }: { bijoy: Bijoy; found: BijoyMatch }) {
  const { name, setFound, dismiss: keep } = bijoy;
  const { setValue, setFocus } = useFormContext<FormValues>();
  const value = useWatch<FormValues>({ name });
  if (value !== (converted ?? text)) return null;

  function setText(next: string) {
    setValue(name, next, { shouldDirty: true });
    setFocus(name);
  }

  async function convert() {
    try {
      const { bijoyToUnicode } = await import('./convert.ts');
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
              keep(text);
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
              keep(text);
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
