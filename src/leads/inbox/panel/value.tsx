import { Pencil } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import type { WholeLead } from '../../lead/schema.ts';
import { takaInWords } from '../../lead/strings.ts';

export function Value({ lead, onSaved }: { lead: WholeLead; onSaved: () => Promise<void> }) {
  const mayWrite = useMayWrite();
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const path = leadCalls.one.replace(':id', String(lead.id));
      const { message } = await api.put<Written<WholeLead>>(path, { value: typed, updated_at: lead.updated_at });
      notifyDone(message);
      setTyped(null);
      await onSaved();
    } catch (error) {
      notifyFailed(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="lead-value" aria-labelledby="lead-value">
      <h3 id="lead-value">Value</h3>
      {typed === null ? (
        <>
          <span>{lead.value === null ? 'Not known' : takaInWords(lead.value)}</span>
          {mayWrite && (
            <button
              type="button"
              className="button button-text button-small"
              onClick={() => setTyped(String(lead.value ?? ''))}
            >
              <Pencil aria-hidden="true" />
              {lead.value === null ? 'Write' : 'Change'}
              <span className="sr-only"> the value</span>
            </button>
          )}
        </>
      ) : (
        <form aria-label="Value" noValidate onSubmit={(event) => void save(event)}>
          <input
            className="control"
            aria-label="Value in taka"
            inputMode="numeric"
            placeholder="৳"
            value={typed}
            ref={(input) => input?.focus()}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" className="button button-quiet" aria-busy={busy}>
            Save
          </button>
          <button type="button" className="button button-text" onClick={() => setTyped(null)}>
            Cancel
          </button>
        </form>
      )}
    </section>
  );
}
