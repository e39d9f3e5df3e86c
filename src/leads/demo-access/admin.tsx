import { Card } from '#ui/admin/card.tsx';
import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import { AccessForm } from './access-form.tsx';
import type { AccessOnWire, demoAccessChangeOnWire } from './schema.ts';

/** What those who ask for a demo are mailed: link, password and words, as they arrive, and who changed them. */
export default function DemoAccessScreen() {
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.demoAccess],
    queryFn: ({ signal }) => api.get<{ data: AccessOnWire }>(adminCalls.demoAccess, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [dirty, setDirty] = useState(false);
  useLeaveGuard(dirty, 'demo password');
  return (
    <>
      <h1 className="screen-title">Demo password</h1>
      <div className="stack">
        {isError && <NotLoaded text="The demo access could not be loaded." onRetry={() => refetch()} />}
        {data ? (
          <AccessForm access={data.data} onDirty={setDirty} />
        ) : (
          !isError && <span className="skeleton demo-skeleton" />
        )}
        {data && <AccessHistory />}
      </div>
    </>
  );
}

type AccessChange = z.infer<typeof demoAccessChangeOnWire>;

const names: Record<string, string> = {
  demo_link: 'link',
  demo_password: 'password',
  subject: 'subject',
  message: 'message',
  status: 'status',
};

/** Who changed what, newest first, with the words as they were then. Passwords are never shown. */
function AccessHistory() {
  const { data, isError } = useQuery({
    queryKey: [adminCalls.demoAccessChanges],
    queryFn: ({ signal }) => api.get<{ data: AccessChange[] }>(adminCalls.demoAccessChanges, { signal }),
  });
  return (
    <Card id="history" title="History of changes">
      <div className="card-body">
        {isError && <p role="alert">The history could not be loaded.</p>}
        {data?.data.length === 0 && <p>Data Not Found!</p>}
        <ol className="demo-history">
          {data?.data.map((change) => (
            <li key={change.id}>
              <Change change={change} />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

function Change({ change }: { change: AccessChange }) {
  return (
    <details>
      <summary>
        <time dateTime={change.at}>{formatAge(change.at)}</time> {change.user_email} changed{' '}
        {change.fields.map((field) => names[field] ?? field).join(', ')}
      </summary>
      <dl className="demo-mail-head">
        <dt>Status</dt>
        <dd>{change.status === 1 ? 'Active' : 'Inactive'}</dd>
        <dt>Link</dt>
        <dd>{change.demo_link}</dd>
        <dt>Subject</dt>
        <dd lang="bn">{change.subject}</dd>
      </dl>
      <pre className="demo-plain" lang="bn">
        {change.message}
      </pre>
    </details>
  );
}
