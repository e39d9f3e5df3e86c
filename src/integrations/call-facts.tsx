import './outgoing.css';
import { formatAge } from '#ui/admin/dates.ts';
import type { CallOutcome } from './schema.ts';

/** How a call ended; null while it runs. */
export function CallBadge({ outcome }: { outcome: CallOutcome | null }) {
  return <span className={`badge call-${outcome ?? 'running'}`}>{outcomes[outcome ?? 'running']}</span>;
}

/** When it was made, what was answered, and what went wrong. */
export function CallFacts({ call }: { call: CallShown }) {
  const { at, http_status: status, ms, error } = call;
  const facts = [status !== null && `HTTP ${status}`, ms !== null && `${ms} ms`].filter(Boolean).join(' · ');
  return (
    <>
      <p className="note">
        Called <time dateTime={at}>{formatAge(at)}</time>
        {facts && ` · ${facts}`}
      </p>
      {error && <p>{error}</p>}
    </>
  );
}

interface CallShown {
  at: string;
  http_status: number | null;
  ms: number | null;
  error: string | null;
}

const outcomes = {
  answered: 'Answered',
  failed: 'Failed',
  interrupted: 'Interrupted',
  running: 'Under way',
} as const;
