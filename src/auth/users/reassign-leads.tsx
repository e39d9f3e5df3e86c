import { useId, useState } from 'react';
import { adminCalls, leadCalls, withId } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { useAnswer, useReload } from '#ui/admin/calls/use-answer.ts';
import { notifyResult } from '#ui/admin/notify.tsx';
import type { UserRow } from './schema.ts';

export function ReassignLeads({ user }: { user: UserRow }) {
  const reload = useReload();
  const id = useId();
  const [to, setTo] = useState('');
  const path = withId(adminCalls.userLeads, user.id);
  const { data } = useAnswer<{ data: { leads: number } }>(path);
  const owners = useAnswer<{ id: number; name: string }[]>(leadCalls.owners);
  const leads = data?.data.leads ?? 0;
  if (leads === 0) return null;

  async function handOver() {
    await notifyResult(api.post(path, { owner_id: Number(to) }));
    await reload();
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{leads === 1 ? '1 lead' : `${leads} leads`}</h3>
      <div className="hand-over">
        <label htmlFor={id} className="sr-only">
          Hand over to
        </label>
        <select id={id} className="control" value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">Hand over to …</option>
          {owners.data
            ?.filter((owner) => owner.id !== user.id)
            .map((owner) => (
              <option key={owner.id} value={owner.id}>
                {owner.name}
              </option>
            ))}
        </select>
        <button type="button" className="button button-quiet" disabled={!to} onClick={handOver}>
          Hand over
        </button>
      </div>
    </section>
  );
}
