import { Send } from 'lucide-react';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';

/** Mails what is saved to whoever presses it. */
export function TestMail({ disabled }: { disabled: boolean }) {
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (busy || disabled) return;
    setBusy(true);
    try {
      notifyDone((await api.post<Written<{ to: string }>>(adminCalls.demoAccessTest, {})).message);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      {disabled && (
        <span className="note" id="test-mail-hint">
          Save first to send a test mail.
        </span>
      )}
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={disabled}
        aria-describedby={disabled ? 'test-mail-hint' : undefined}
        aria-busy={busy}
        onClick={() => void send()}
      >
        {busy ? <Spinner /> : <Send aria-hidden="true" />}
        Send a test mail to me
      </button>
    </>
  );
}
