import { useQueryClient } from '@tanstack/react-query';
import { Eye, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { PersonalAccess } from '../schema.ts';
import { AskOwnPassword, useShownSecret } from './own-password.tsx';

const questions = {
  show: {
    title: 'Show the secret',
    why: 'It is written down that you asked.',
    path: adminCalls.personalAccessSecret,
  },
  change: {
    title: 'Make a new secret',
    why: 'A new secret is made and shown. The old one signs beside it for 24 hours, so that the demo system can change over.',
    path: adminCalls.personalAccessNewSecret,
  },
} as const;

/** What calls are signed with: hidden until somebody proves to be who they are. */
export function Secret({ access }: { access: PersonalAccess }) {
  const { secret_set: isSet, old_secret_until: oldUntil, updated_at: savedAt } = access;
  const queries = useQueryClient();
  const [asking, setAsking] = useState<keyof typeof questions | null>(null);
  const [shown, setShown] = useShownSecret();
  if (!isSet && savedAt === null) return <p className="note">A secret for signing is made when this is saved.</p>;
  if (!isSet) {
    return (
      <div className="notice notice-bad" role="status">
        <p>
          The secret can’t be read with the secret of this server, so nobody is asked and everyone gets the common
          access. Save to make a new one.
        </p>
      </div>
    );
  }

  async function ask(path: string, values: FormValues): Promise<void> {
    const { data } = await api.post<{ data: { secret: string } }>(path, values);
    setShown(data.secret);
    await queries.invalidateQueries({ queryKey: [adminCalls.personalAccess] });
    void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] });
  }

  return (
    <div className="field">
      <span className="label">Secret</span>
      <div className="demo-kept" aria-live="polite">
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
        <AskOwnPassword
          {...questions[asking]}
          ask={(values) => ask(questions[asking].path, values)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
