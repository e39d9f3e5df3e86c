import { FlaskConical } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { Spinner } from '#ui/admin/spinner.tsx';

interface TryOutProps {
  /** What has to be done first; null where it can be tried out. */
  first: string | null;
  /** Makes the call; `bad`: it was not answered as it should be. */
  send: () => Promise<{ text: string; bad: boolean }>;
}

/** Calls another system as for a lead of the sample, and says what came of it. */
export function TryOut({ first, send }: TryOutProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ text: string; bad: boolean } | null>(null);

  async function tryOut(): Promise<void> {
    if (busy || first !== null) return;
    setBusy(true);
    setResult(null);
    try {
      setResult(await send());
    } catch (error) {
      setResult({ text: messageOf(error), bad: true });
    }
    setBusy(false);
  }

  return (
    <>
      <span className={result?.bad ? 'tried field-error' : 'tried note'} role="status" id={id}>
        {first ?? result?.text}
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={first !== null}
        aria-describedby={id}
        aria-busy={busy}
        onClick={() => void tryOut()}
      >
        {busy ? <Spinner /> : <FlaskConical aria-hidden="true" />}
        Send a test
      </button>
    </>
  );
}
