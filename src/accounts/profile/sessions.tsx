import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ageInWords } from '#ui/admin/dates.ts';
import { Failed } from '#ui/admin/list/body-rows.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import type { sessionOnWire } from '../schema.ts';

type Session = z.infer<typeof sessionOnWire>;

/** Where the account is signed in, each with a way to end it. */
export function Sessions() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [calls.accountSessions],
    queryFn: ({ signal }) => api.get<{ data: Session[] }>(calls.accountSessions, { signal }),
  });

  async function end(id: number): Promise<void> {
    try {
      const path = calls.accountSession.replace(':id', String(id));
      const { message } = await api.delete<Written<{ id: number }>>(path);
      notifyDone(message);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    await queries.invalidateQueries({ queryKey: [calls.accountSessions] });
  }

  return (
    <section className="card" aria-labelledby="sessions-title">
      <div className="card-head">
        <h2 id="sessions-title">Where you are signed in</h2>
      </div>
      <div className="card-body">
        {isError && <Failed onRetry={() => void refetch()} />}
        <ul className="sessions">
          {data?.data.map((session) => (
            <li key={session.id}>
              <div>
                <b>{session.device}</b>
                <p className="note">
                  Last used {ageInWords(session.last_used_at)}, from {session.network}
                </p>
              </div>
              {session.current ? (
                <span className="badge badge-active">This device</span>
              ) : (
                <button
                  type="button"
                  className="button button-quiet button-small"
                  aria-label={`Sign out: ${session.device}, last used ${ageInWords(session.last_used_at)}`}
                  onClick={() => end(session.id)}
                >
                  Sign out
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
