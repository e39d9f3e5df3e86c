import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminCalls, leadPage } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallBadge, CallFacts } from '../../outgoing/screen/call-facts.tsx';
import type { WebhookCall, WebhookLog } from '../schema.ts';

/** How often it is looked at again while the demo system is asked, in milliseconds. */
const lookEvery = 5_000;

/** The latest calls of the demo system, newest first. */
export function CallLog({ isOn }: { isOn: boolean }) {
  const { data, isError } = useQuery({
    queryKey: [adminCalls.personalAccessLog],
    queryFn: ({ signal }) => api.get<WebhookLog>(adminCalls.personalAccessLog, { signal }),
    refetchInterval: isOn ? lookEvery : false,
  });
  return (
    <section className="card" aria-labelledby="call-log-title">
      <div className="card-head">
        <h2 id="call-log-title">Calls of the demo system</h2>
        {data && data.waiting > 0 && <span className="note">{whoWaits(data.waiting)}</span>}
      </div>
      <div className="card-body">
        {isError && <p role="alert">The calls could not be loaded.</p>}
        {data?.data.length === 0 && <p>Data Not Found!</p>}
        <ol className="call-log">
          {data?.data.map((call) => (
            <li key={call.id}>
              <Call call={call} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Call({ call }: { call: WebhookCall }) {
  const { lead } = call;
  return (
    <>
      <p className="call-log-head">
        <CallBadge outcome={call.outcome} />
        {lead ? (
          <Link className="call-log-lead" to={leadPage(lead.id)} lang="bn">
            {lead.institute_name}
          </Link>
        ) : (
          <b>Test</b>
        )}
      </p>
      <CallFacts call={call} />
    </>
  );
}

function whoWaits(count: number): string {
  return count === 1 ? 'One request waits for an answer.' : `${count} requests wait for an answer.`;
}
