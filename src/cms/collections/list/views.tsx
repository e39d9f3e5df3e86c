import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';

import type { SavedView } from '#api/saved-views.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { useAnswer } from '#ui/admin/calls/use-answer.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';

interface ViewsProps {
  path: string;
  query: string;
  onTake: (query: string) => void;
  /** Renders nothing until there is a view to save or choose. */
  quiet?: boolean;
}

export function Views({ path, query, onTake, quiet = false }: ViewsProps) {
  const { data: views = [] } = useAnswer<SavedView[]>(path);
  const [managing, setManaging] = useState(false);
  const now = sorted(query);
  if (quiet && now === '' && views.length === 0) return null;
  return (
    <nav className="views" aria-label="Saved views">
      <button type="button" className="view" aria-current={now === '' || undefined} onClick={() => onTake('')}>
        All
      </button>
      {views.map((view) => (
        <button
          type="button"
          className="view"
          key={view.id}
          aria-current={sorted(view.query) === now || undefined}
          onClick={() => onTake(view.query)}
        >
          {view.name}
        </button>
      ))}
      <Writers>
        <button type="button" className="view view-save" onClick={() => setManaging(true)}>
          <Bookmark />
          Save view
        </button>
      </Writers>
      {managing && <ManageViews {...{ path, views, query }} onClose={() => setManaging(false)} />}
    </nav>
  );
}

interface ManageViewsProps extends Pick<ViewsProps, 'path' | 'query'> {
  views: SavedView[];
  onClose: () => void;
}

function ManageViews({ path, views, query, onClose }: ManageViewsProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');

  async function attempt(call: Promise<Written<unknown>>) {
    const answer = await notifyResult(call);
    if (answer) await queries.invalidateQueries({ queryKey: [path] });
    return answer !== null;
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await attempt(api.post(path, { name, query }))) onClose();
  }

  return (
    <Modal title="Saved views" onClose={onClose}>
      <form className="view-form" onSubmit={save}>
        <label className="field">
          <span className="label">Save what is shown now as</span>
          <input
            className="control"
            required
            maxLength={longestName}
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
                onClick={() => void attempt(api.delete(`${path}/${view.id}`))}
              >
                <Trash2 />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

/** The server's limit; importing its schema would bundle Zod. */
const longestName = 60;

/** Two filters are equal in any order of their parameters. */
function sorted(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}
