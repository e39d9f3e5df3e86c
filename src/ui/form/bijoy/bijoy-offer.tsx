import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { messageOf } from '../../admin/calls/call-error.ts';
import { notifyFailed } from '../../admin/notify.tsx';
import type { FormValues } from '../values.ts';
import { looksLikeBijoy } from './suspect.ts';

/** The layout must not move before the click that caused the blur is done, in milliseconds. */
const afterPress = 300;

interface Found {
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
  const [found, setFound] = useState<Found | null>(null);
  const kept = useRef('');

  function look(): void {
    const text = String(getValues(name) ?? '');
    if (text === kept.current || !looksLikeBijoy(text)) return;
    setFound({ text, converted: null });
  }

  return {
    name,
    found,
    setFound,
    keep: (text: string) => {
      kept.current = text;
      setFound(null);
    },
    onPaste: () => void setTimeout(look),
    onBlur: () => void setTimeout(look, afterPress),
  };
}

export function BijoyOffer({ bijoy }: { bijoy: Bijoy }) {
  return <div role="status">{bijoy.found && <Offer bijoy={bijoy} found={bijoy.found} />}</div>;
}

function Offer({ bijoy, found: { text, converted } }: { bijoy: Bijoy; found: Found }) {
  const { name, setFound, keep } = bijoy;
  const { setValue, setFocus } = useFormContext<FormValues>();
  const value = useWatch<FormValues>({ name });
  if (value !== (converted ?? text)) return null;

  function put(next: string): void {
    setValue(name, next, { shouldDirty: true });
    setFocus(name);
  }

  async function convert(): Promise<void> {
    try {
      const { bijoyToUnicode } = await import('./convert.ts');
      const unicode = bijoyToUnicode(text);
      setFound({ text, converted: unicode });
      put(unicode);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  return (
    <p className="bijoy-offer">
      {converted === null ? (
        <>
          <span>This looks like Bijoy text. Convert to Unicode?</span>
          <button type="button" className="button button-quiet button-small" onClick={() => void convert()}>
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
              put(text);
            }}
          >
            Undo
          </button>
        </>
      )}
    </p>
  );
}
