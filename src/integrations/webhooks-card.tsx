import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { ListPage, Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import { eventWords, outgoingLimits, type Tried, type WebhookOnWire } from './schema.ts';
import { TryOut } from './try-out.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The addresses that are told of leads. */
export function WebhooksCard() {
  const queries = useQueryClient();
  const [open, setOpen] = useState<WebhookOnWire | 'new' | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.webhooks],
    queryFn: ({ signal }) => api.get<ListPage<WebhookOnWire>>(adminCalls.webhooks, { signal }),
  });

  async function changed(): Promise<void> {
    await queries.invalidateQueries({ queryKey: [adminCalls.webhooks] });
    void queries.invalidateQueries({ queryKey: [adminCalls.deliveries] });
  }

  return (
    <section className="card" aria-labelledby="webhooks-title">
      <div className="card-head">
        <h2 id="webhooks-title">Webhooks</h2>
        <div className="card-tools">
          {data && data.data.length < outgoingLimits.webhooks && (
            <button type="button" className="button button-primary" onClick={() => setOpen('new')}>
              <Plus aria-hidden="true" />
              Add
            </button>
          )}
        </div>
      </div>
      <div className="card-body">
        <p className="note">
          Each gets a signed call with the lead, again and again until it answers. Recipes for Google Sheets, Telegram
          and a CRM are in the documentation, <code>docs/webhooks.md</code>.
        </p>
        {isError && <Failed what="webhooks" onRetry={() => void refetch()} />}
        {!data && !isError && <span className="skeleton" style={{ height: 120 }} />}
        {data?.data.length === 0 && <p>No other system is told of leads yet.</p>}
        <ul className="webhooks">
          {data?.data.map((webhook) => (
            <li key={webhook.id}>
              <Webhook webhook={webhook} onEdit={() => setOpen(webhook)} onChanged={changed} />
            </li>
          ))}
        </ul>
      </div>
      {open && (
        <WebhookDialog webhook={open === 'new' ? null : open} onClose={() => setOpen(null)} onChanged={changed} />
      )}
    </section>
  );
}

interface WebhookProps {
  webhook: WebhookOnWire;
  onEdit: () => void;
  onChanged: () => Promise<void>;
}

function Webhook({ webhook, onEdit, onChanged }: WebhookProps) {
  const { id, url, events, status, secret_set } = webhook;
  const { host } = new URL(url);

  async function tryOut() {
    const { data, message } = await api.post<Written<Tried>>(adminCalls.webhookTest.replace(':id', String(id)), {});
    return { text: message, bad: data.error !== null };
  }

  async function remove(): Promise<void> {
    await ask({
      title: 'Delete webhook',
      text: `${host} is told nothing any more, neither what still waits. Its log goes too.`,
      proceed: 'Yes, proceed',
      cancel: 'Cancel',
      tone: 'danger',
      act: async () => {
        try {
          const { message } = await api.delete<Written<object>>(adminCalls.webhook.replace(':id', String(id)));
          notifyDone(message);
        } catch (error) {
          notifyFailed(messageOf(error));
        }
        await onChanged();
      },
    });
  }

  return (
    <>
      <p className="webhook-head">
        <span className={`badge badge-${status === 1 ? 'active' : 'inactive'}`}>
          {status === 1 ? 'Active' : 'Inactive'}
        </span>
        <code>{url}</code>
      </p>
      <p className="note">{events.map((event) => eventWords[event]).join(' · ')}</p>
      {!secret_set && <p className="field-error">Its secret can’t be read. Save it to make a new one.</p>}
      <div className="webhook-tools">
        <TryOut first={secret_set ? null : 'Save it first.'} send={tryOut} />
        <button type="button" className="row-action" aria-label={`Edit: ${host}`} onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </button>
        <button type="button" className="row-action" aria-label={`Delete: ${host}`} onClick={() => void remove()}>
          <Trash2 aria-hidden="true" />
        </button>
      </div>
    </>
  );
}
