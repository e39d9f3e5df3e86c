import { Copy } from 'lucide-react';
import './copy-field.css';
import { useId, useRef } from 'react';
import { notifyDone } from './notify.tsx';

/** A value to be copied by a button, or by hand. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notifyDone('Copied');
    } catch {
      // Without clipboard permission the text stays selected, to be copied by hand.
    }
  }

  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className="copy-field">
        <input
          id={id}
          ref={field}
          className="control"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button button-quiet" onClick={copy}>
          <Copy />
          Copy
        </button>
      </div>
    </>
  );
}
