import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { ageInWords } from '#ui/admin/dates.ts';
import type { demoAccessChangeOnWire } from './schema.ts';

type AccessChange = z.infer<typeof demoAccessChangeOnWire>;

const names: Record<string, string> = {
  demo_link: 'link',
  demo_password: 'password',
  subject: 'subject',
  message: 'message',
  status: 'status',
};

/** Who changed what, newest first, with the words as they were then. Passwords are never shown. */
export function AccessHistory() {
  const { data, isError } = useQuery({
    queryKey: [adminCalls.demoAccessChanges],
    queryFn: ({ signal }) => api.get<{ data: AccessChange[] }>(adminCalls.demoAccessChanges, { signal }),
  });
  return (
    <section className="card" aria-labelledby="history-title">
      <div className="card-head">
        <h2 id="history-title">History of changes</h2>
      </div>
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
    </section>
  );
}

function Change({ change }: { change: AccessChange }) {
  return (
    <details>
      <summary>
        <time dateTime={change.at}>{ageInWords(change.at)}</time> {change.user_email} changed{' '}
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
