import './first-day.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminPages, calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import type { FirstDay, FirstStep, KeptSample, SampleRemoved } from './schema.ts';

const steps: Record<FirstStep, { what: string; why: string; page: string | null }> = {
  password: {
    what: 'Change the password',
    why: 'The first one was made by the program, or stands in its settings.',
    page: adminPages.profile,
  },
  mail: {
    what: 'Set up mail',
    why: 'Set SMTP_URL where the program is started; until then mails wait in the outbox.',
    page: adminPages.outbox,
  },
  brand: { what: 'Name and logo', why: 'They stand on every page and in every mail.', page: adminPages.siteSettings },
  sample: { what: 'Replace the sample', why: 'Visitors see it until you put your own in its place.', page: null },
  invite: { what: 'Invite a colleague', why: 'Everybody gets an account of their own.', page: adminPages.users },
};

/** What there is to do on the first day, as long as somebody wants to see it. */
export function FirstDayCard() {
  const queries = useQueryClient();
  const [kept, setKept] = useState<KeptSample[]>([]);
  const { data } = useQuery({
    queryKey: [calls.firstDay],
    queryFn: ({ signal }) => api.get<FirstDay>(calls.firstDay, { signal }),
  });
  const todo = data?.steps ?? [];
  const open = todo.filter(({ done }) => !done).length;
  if (!data || data.put_away || (open === 0 && kept.length === 0)) return null;

  async function putAway(): Promise<void> {
    try {
      queries.setQueryData([calls.firstDay], await api.put<FirstDay>(calls.firstDay, { put_away: true }));
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  async function remove(): Promise<void> {
    await ask({
      title: 'Remove sample content',
      text: `${data?.sample_left} sample records that nobody changed go to the trash. What you changed or added stays.`,
      proceed: 'Remove them',
      cancel: 'Cancel',
      tone: 'danger',
      act: removeNow,
    });
  }

  async function removeNow(): Promise<void> {
    try {
      const answer = await api.post<SampleRemoved>(calls.removeSample);
      setKept(answer.data.kept);
      notifyUndoable(answer.message, () => void undo(answer.data.removed_at));
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    await queries.invalidateQueries();
  }

  async function undo(removedAt: string): Promise<void> {
    try {
      notifyDone((await api.post<Written<object>>(calls.restoreSample, { removed_at: removedAt })).message);
      setKept([]);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    await queries.invalidateQueries();
  }

  return (
    <section className="card" aria-labelledby="first-day-title">
      <div className="card-head">
        <h2 id="first-day-title">First steps</h2>
        <span className="note">{`${todo.length - open} of ${todo.length} done`}</span>
        <div className="card-tools">
          <button type="button" className="icon-button" aria-label="Put the first steps away" onClick={putAway}>
            <X aria-hidden="true" />
          </button>
        </div>
      </div>
      <ol className="first-steps">
        {todo.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? <CircleCheck aria-hidden="true" /> : <span className="first-step-mark" aria-hidden="true" />}
            <span>
              <b>
                {steps[step].page && !done ? <Link to={steps[step].page}>{steps[step].what}</Link> : steps[step].what}
              </b>
              {done ? <span className="sr-only">, done</span> : <span className="note">{steps[step].why}</span>}
            </span>
            {step === 'sample' && !done && (
              <button type="button" className="button button-quiet button-small" onClick={remove}>
                Remove sample content
              </button>
            )}
          </li>
        ))}
      </ol>
      {kept.length > 0 && (
        <div className="card-body first-kept">
          <p>These stay, as somebody changed them or something still uses them:</p>
          <ul>
            {kept.map(({ table, id, name }) => (
              <li key={`${table} ${id}`} lang="bn">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
