import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { type LeadView, leadLimits } from '../../lead/schema.ts';
import type { Filter } from './use-filter.ts';
import { useViews } from './use-leads.ts';

/** Filters that somebody uses often, one click each. */
export function Views({ filter }: { filter: Filter }) {
  const views = useViews();
  const [managing, setManaging] = useState(false);
  const now = sorted(filter.query);
  return (
    <nav className="views" aria-label="Saved views">
      <button type="button" className="view" aria-current={now === '' || undefined} onClick={() => filter.take('')}>
        All
      </button>
      {views.map((view) => (
        <button
          type="button"
          className="view"
          key={view.id}
          aria-current={sorted(view.query) === now || undefined}
          onClick={() => filter.take(view.query)}
        >
          {view.name}
        </button>
      ))}
      <Writers>
        <button type="button" className="view view-save" onClick={() => setManaging(true)}>
          <Bookmark aria-hidden="true" />
          Save view
        </button>
      </Writers>
      {managing && <ManageViews views={views} query={filter.query} onClose={() => setManaging(false)} />}
    </nav>
  );
}

function ManageViews({ views, query, onClose }: { views: LeadView[]; query: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');

  async function attempt(call: () => Promise<Written<unknown>>): Promise<boolean> {
    try {
      const { message } = await call();
      notifyDone(message);
      await queries.invalidateQueries({ queryKey: [leadCalls.views] });
      return true;
    } catch (error) {
      notifyFailed(messageOf(error));
      return false;
    }
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await attempt(() => api.post(leadCalls.views, { name, query }))) onClose();
  }

  return (
    <Modal title="Saved views" onClose={onClose}>
      <form className="view-form" onSubmit={save}>
        <label className="field">
          <span className="label">Save what is shown now as</span>
          <input
            className="control"
            required
            maxLength={leadLimits.viewName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button type="submit" className="button button-primary">
          Save
        </button>
      </form>
      {views.length > 0 && (
        <ul className="card-rows">
          {views.map((view) => (
            <li key={view.id}>
              <span>{view.name}</span>
              <button
                type="button"
                className="row-action row-action-delete"
                aria-label={`Remove view: ${view.name}`}
                onClick={() => void attempt(() => api.delete(leadCalls.view.replace(':id', String(view.id))))}
              >
                <Trash2 aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

/** Two filters are the same in whatever order they were chosen. */
function sorted(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}
