import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { Eye, RefreshCw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { t } from '#i18n/text.ts';
import { adminCalls, leadPage, withId } from '#paths.ts';
import { answerAt, api, messageOf, useReload, type Written } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge, timeOfDay } from '#ui/admin/dates.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { HiddenSecret } from '#ui/admin/hidden-secret.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import { CallForm, type FormValues, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { ChecksField } from '#ui/form/choice-field.tsx';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch, TextArea, TextField } from '#ui/form/text-field.tsx';
import { type Column, Failed } from '#ui/table/table.tsx';
import {
  type Delivery,
  type DeliveryState,
  type Endpoint,
  endpointEvents,
  eventWords,
  hostOf,
  isGateway,
  leadEvents,
  type TryOutResult,
} from './schema.ts';

const kind: RecordKind<Endpoint> = {
  path: adminCalls.webhooks,
  title: 'Endpoint',
  one: 'endpoint',
  empty: { url: '', events: [...leadEvents], status: true },
  nameOf: ({ url }) => hostOf(url),
  // The address of a gateway may hold its key.
  hasSecrets: true,
  onSite: () => undefined,
};

const columns: Column<Endpoint>[] = [
  {
    head: 'Address',
    cell: (endpoint) => (
      <>
        <code className="endpoint-url">{endpoint.url}</code>
        {!endpoint.secret_set && !isGateway(endpoint) && (
          <p className="field-error">Its secret can’t be read. Save it to make a new one.</p>
        )}
      </>
    ),
  },
  { head: 'Events', cell: ({ events }) => events.map((event) => eventWords[event]).join(' · ') },
  statusColumn,
];

export default function IntegrationsScreen() {
  const [opened, setOpened] = useState<Endpoint | null>(null);
  return (
    <>
      <ListScreen
        title="Webhooks and SMS"
        kind={kind}
        columns={columns}
        onView={setOpened}
        fields={() => (
          <FormColumns side={<StatusSwitch active="It is called" inactive="It is not called" />}>
            <TextField
              name="url"
              label="Address"
              type="url"
              required
              placeholder="https://"
              hint="Events are sent to this address, signed. For an SMS gateway write {number} into the address, which becomes 8801…, and {text}; also {id} if the gateway takes one. Its address is stored encrypted."
            />
            <ChecksField
              name="events"
              label="Events"
              required
              options={endpointEvents}
              nameOf={(event) => eventWords[event]}
            />
          </FormColumns>
        )}
      />
      <DeliveryLog />
      {opened && <EndpointDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The secret of an endpoint, and a test of it. */
function EndpointDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  return (
    <Modal title={hostOf(opened.url)} onClose={onClose}>
      {(opened.secret_set || isGateway(opened)) && <Secret opened={opened} />}
      <Test endpoint={opened} />
    </Modal>
  );
}

/** What calls are signed with; of a gateway the address, in which its key is. */
function Secret({ opened }: { opened: Endpoint }) {
  const reload = useReload();
  const { data } = useQuery({
    ...answerAt<{ data: Endpoint }>(`${adminCalls.webhooks}/${opened.id}`),
    initialData: { data: opened },
  });
  const { old_secret_until: oldUntil } = data.data;
  const askAt = (call: string) => async (values: FormValues) => {
    const { data } = await api.post<{ data: { secret: string } }>(withId(call, opened.id), values);
    await reload();
    return data.secret;
  };
  const isSms = isGateway(opened);
  const ways = t([
    {
      button: isSms ? 'Show the address' : 'Show the secret',
      Icon: Eye,
      title: isSms ? 'Show the address' : 'Show the secret',
      why: 'It is written down that you asked.',
      ask: askAt(adminCalls.webhookSecret),
    },
    {
      button: 'Make a new one',
      Icon: RefreshCw,
      title: 'Make a new secret',
      why: 'A new secret is made and shown. The old one signs beside it for 24 hours, so that the receiver can change over.',
      ask: askAt(adminCalls.webhookNewSecret),
    },
  ]);
  return (
    <div className="field">
      <span className="label">{isSms ? 'Address' : 'Secret'}</span>
      <HiddenSecret ways={ways.slice(0, isSms ? 1 : 2)} />

      {oldUntil && (
        <p className="note">The secret before this one signs too, until {timeOfDay(Date.parse(oldUntil))}.</p>
      )}
    </div>
  );
}

/** Calls it as for a lead; a gateway with a real text, which costs what a text costs. */
function Test({ endpoint }: { endpoint: Endpoint }) {
  const isSms = isGateway(endpoint);
  const [result, setResult] = useState<{ text: string; isBad: boolean } | null>(null);
  const { form, submit } = useCallForm({
    values: isSms ? { number: '', text: 'প্রাঙ্গণ থেকে পরীক্ষা।' } : {},
    send: async (values) => {
      const path = withId(adminCalls.webhookTest, endpoint.id);
      const { data, message } = await api.post<Written<TryOutResult>>(path, values);
      setResult({ text: isSms && data.answer ? `${message}: ${data.answer}` : message, isBad: data.error !== null });
    },
    onFailure: (error) => setResult({ text: messageOf(error), isBad: true }),
  });
  return (
    <CallForm {...{ form, submit }} className="endpoint-test" aria-label="Test">
      {isSms && (
        <>
          <TextField name="number" label="Number" type="tel" required placeholder="01712-345678" />
          <TextArea name="text" label="Text" required />
        </>
      )}
      <p className={result?.isBad ? 'field-error' : 'note'} role="status">
        {result?.text}
      </p>
      <SubmitButton idle="Send a test" busy="Sending" />
    </CallForm>
  );
}

/** How often it is looked at again, in milliseconds. */
const lookEvery = 5_000;

/** What was brought where, newest first, with every attempt; and once more at a press. */
function DeliveryLog() {
  const reload = useReload();
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: Delivery[] }>(adminCalls.deliveries),
    refetchInterval: lookEvery,
  });

  async function sendAgain({ id }: Delivery) {
    await notifyResult(api.post(withId(adminCalls.sendDelivery, id), {}));
    await reload(adminCalls.deliveries);
  }

  return (
    <Card id="deliveries" title="Log" className="delivery-log">
      <div className="card-body">
        {isError && <Failed what="log" onRetry={refetch} />}
        {data?.data.length === 0 && <p>Nothing was sent yet.</p>}
        <ol className="call-log">
          {data?.data.map((delivery) => (
            <li key={delivery.id}>
              <Line delivery={delivery} onAgain={() => void sendAgain(delivery)} />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

function Line({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const { event, webhook, lead, record, state, attempts, next_attempt_at, last_error, created_at, calls } = delivery;
  const to = webhook ? hostOf(webhook.url) : t('SMS gateway');
  const about = lead?.institute_name ?? record?.title ?? '';
  return (
    <>
      <p className="call-log-head wrap">
        <span className={`badge badge-${state}`}>{stateWords[state]}</span>
        <b>{eventWords[event]}</b>
        <Link
          className="call-log-lead"
          to={lead ? leadPage(lead.id) : (record?.path ?? '')}
          reloadDocument={!lead}
          lang="bn"
        >
          {about}
        </Link>
      </p>
      <p className="note">
        To {to} · written <time dateTime={created_at}>{formatAge(created_at)}</time>
        {next_attempt_at && attempts > 0 && ` · next attempt at ${timeOfDay(Date.parse(next_attempt_at))}`}
      </p>
      {state === 'dead' && last_error && calls[0]?.error !== last_error && <p>{last_error}</p>}
      <div className="delivery-tools wrap">
        {calls.length > 0 && (
          <details>
            <summary>{calls.length === 1 ? '1 call' : `${calls.length} calls`}</summary>
            <ol className="delivery-calls">
              {calls.map((call) => (
                <li key={call.id}>
                  <CallLine call={call} />
                </li>
              ))}
            </ol>
          </details>
        )}
        {state !== 'sending' && (
          <button
            type="button"
            className="button button-text button-small"
            aria-label={`Send again: ${eventWords[event]}, ${about}, to ${to}`}
            onClick={onAgain}
          >
            <RotateCw />
            {state === 'queued' ? 'Send now' : 'Send again'}
          </button>
        )}
      </div>
    </>
  );
}

/** When it was made, what was answered, and what went wrong. */
function CallLine({ call: { at, outcome, http_status: status, ms, error } }: { call: Delivery['calls'][number] }) {
  const state = outcome ?? 'running';
  const facts = [status !== null && `HTTP ${status}`, ms !== null && t`${ms} ms`].filter(Boolean).join(' · ');
  return (
    <>
      <span className={`badge badge-${state}`}>{outcomeWords[state]}</span>
      <p className="note">
        Called <time dateTime={at}>{formatAge(at)}</time>
        {facts && ` · ${facts}`}
      </p>
      {error && <p>{error}</p>}
    </>
  );
}

const stateWords: Record<DeliveryState, string> = t({
  queued: 'Waiting',
  sending: 'Sending',
  delivered: 'Taken',
  dead: 'Given up',
});

const outcomeWords = t({
  answered: 'Answered',
  failed: 'Failed',
  interrupted: 'Interrupted',
  running: 'Under way',
});
