import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api, useAnswer, useReload } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { notifyResult } from '#ui/admin/notify.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { sessionsSchema } from './schema.ts';
import './session-list.css';

export function SessionList({ path }: { path: string }) {
  const reload = useReload();
  const { data, isError, refetch } = useAnswer<z.infer<typeof sessionsSchema>>(path);

  async function end(id: number) {
    await notifyResult(api.delete(`${path}/${id}`));
    await reload();
  }

  async function endOthers() {
    await signOutElsewhere();
    await reload(path);
  }

  if (isError) return <Failed onRetry={refetch} />;
  if (data?.data.length === 0) return <p className="note">Nowhere at the moment.</p>;
  const isOwn = data?.data.some(({ current }) => current);
  return (
    <>
      <ul className="sessions">
        {data?.data.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <p className="note">
                Last used {formatAge(session.last_used_at)}, from {session.network}
              </p>
            </div>
            {session.current ? (
              <span className="badge badge-active">This device</span>
            ) : (
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Sign out: ${session.device}, last used ${formatAge(session.last_used_at)}`}
                onClick={() => void end(session.id)}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOwn && data && data.data.length > 1 && (
        <button type="button" className="button button-quiet button-small" onClick={endOthers}>
          Sign out everywhere else
        </button>
      )}
    </>
  );
}

export async function signOutElsewhere(): Promise<void> {
  await notifyResult(api.delete(calls.accountSessions));
}
