import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#i18n/text.ts';
import { adminCalls, leadPage, withId } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage } from '#ui/admin/calls/pages.ts';
import { answerAt, useReload } from '#ui/admin/calls/use-answer.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge, timeOfDay } from '#ui/admin/dates.ts';
import { notifyResult } from '#ui/admin/notify.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import { type Delivery, type DeliveryState, type Endpoint, hostOf, isGateway } from './schema.ts';

/** How often it is looked at again, in milliseconds. */
const lookEvery = 5_000;

/** What was brought where, newest first, with every attempt; and once more at a press. */
export function DeliveryLog() {
  const reload = useReload();
  const [to, setTo] = useState('');
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: Delivery[] }>(to ? `${adminCalls.deliveries}?to=${to}` : adminCalls.deliveries),
    queryKey: [adminCalls.deliveries, to],
    refetchInterval: lookEvery,
  });
  const endpoints = useQuery({
    ...answerAt<ListPage<Endpoint>>(`${adminCalls.webhooks}?per_page=100`),
    queryKey: [adminCalls.webhooks, 'all'],
  });
  const webhooks = endpoints.data?.data.filter((endpoint) => !isGateway(endpoint));

  async function sendAgain({ id }: Delivery) {
    await notifyResult(api.post(withId(adminCalls.sendDelivery, id), {}));
    await reload(adminCalls.deliveries);
  }

  return (
    <Card
      id="deliveries"
      title="Log"
      className="delivery-log"
      head={
        <div className="card-tools">
          <select
            className="control filter-status"
            aria-label="Sent to"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          >
            <option value="">To all</option>
            <option value="sms">SMS</option>
            {webhooks?.map(({ id, url }) => (
              <option key={id} value={id}>
                {hostOf(url)}
              </option>
            ))}
          </select>
        </div>
      }
    >
      <div className="card-body">
        {isError && <Failed what="log" onRetry={() => void refetch()} />}
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
        <b>{event === 'sms' ? 'SMS' : event}</b>
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
            aria-label={`Send again: ${event}, ${about}, to ${to}`}
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
  queued: 'Queued',
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
