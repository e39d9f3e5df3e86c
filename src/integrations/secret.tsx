import { Eye, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import type { FormValues } from '#ui/form/values.ts';
import { AskOwnPassword, useShownSecret } from './own-password.tsx';
import type { Endpoint } from './schema.ts';

/** What calls are signed with: hidden until somebody proves to be who they are. */
export function Secret({ endpoint, onChanged }: { endpoint: Endpoint; onChanged: () => Promise<void> }) {
  const { id, old_secret_until: oldUntil } = endpoint;
  const [asking, setAsking] = useState<keyof typeof questions | null>(null);
  const [shown, setShown] = useShownSecret();

  async function ask(what: keyof typeof questions, values: FormValues): Promise<void> {
    const path = questions[what].path.replace(':id', String(id));
    const { data } = await api.post<{ data: { secret: string } }>(path, values);
    setShown(data.secret);
    await onChanged();
  }

  return (
    <div className="field">
      <span className="label">Secret</span>
      <div className="kept-secret" aria-live="polite">
        {shown === null ? (
          <button type="button" className="button button-quiet button-small" onClick={() => setAsking('show')}>
            <Eye aria-hidden="true" />
            Show the secret
          </button>
        ) : (
          <>
            <code>{shown}</code>
            <button type="button" className="button button-text button-small" onClick={() => setShown(null)}>
              Hide
            </button>
          </>
        )}
        <button type="button" className="button button-quiet button-small" onClick={() => setAsking('change')}>
          <RefreshCw aria-hidden="true" />
          Make a new one
        </button>
      </div>
      {oldUntil && (
        <p className="note">The secret before this one signs too, until {timeOfDay(Date.parse(oldUntil))}.</p>
      )}
      {asking && (
        <AskOwnPassword {...questions[asking]} ask={(values) => ask(asking, values)} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

const questions = {
  show: { path: adminCalls.webhookSecret, title: 'Show the secret', why: 'It is written down that you asked.' },
  change: {
    path: adminCalls.webhookNewSecret,
    title: 'Make a new secret',
    why: 'A new secret is made and shown. The old one signs beside it for 24 hours, so that the receiver can change over.',
  },
} as const;
