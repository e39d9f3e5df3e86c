import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { Spinner } from '#ui/admin/spinner.tsx';
import type { WebhookCall } from '../schema.ts';

/** Asks the demo system as for a request of the sample, and says what came of it. */
export function TryOut({ disabled }: { disabled: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ text: string; bad: boolean } | null>(null);

  async function send(): Promise<void> {
    if (busy || disabled) return;
    setBusy(true);
    setTold(null);
    try {
      const { data, message } = await api.post<Written<WebhookCall>>(adminCalls.personalAccessTest, {});
      setTold({ text: message, bad: data.error !== null });
    } catch (error) {
      setTold({ text: messageOf(error), bad: true });
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] });
  }

  return (
    <>
      <span className={told?.bad ? 'personal-told field-error' : 'personal-told note'} role="status" id="try-out-told">
        {disabled ? 'Save first to send a test.' : told?.text}
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={disabled}
        aria-describedby="try-out-told"
        aria-busy={busy}
        onClick={() => void send()}
      >
        {busy ? <Spinner /> : <FlaskConical aria-hidden="true" />}
        Send a test
      </button>
    </>
  );
}
