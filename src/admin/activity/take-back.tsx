import { useQueryClient } from '@tanstack/react-query';
import type { ActivityEvent } from '#api/audit.ts';
import { type Area, may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { askToUndoImport } from '#leads/inbox/undo-import.ts';
import type { Lead } from '#leads/lead/schema.ts';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyFailure, notifyResult } from '#ui/admin/notify.tsx';
import { auditedKinds } from './strings.ts';

/** What is deleted can be restored for as many days; nothing older is taken back. */
const days = 30;

interface WayBack {
  word: string;
  text: string;
  act: () => Promise<unknown>;
}

/** For imports, deletions, and the stage or owner of a lead. Nobody's later change is overwritten. */
export function TakeBack({ event }: { event: ActivityEvent }) {
  const queries = useQueryClient();
  const user = useUser();
  const area: Area = auditedKinds[event.kind]?.screen.area ?? 'content';
  const way = wayBack(event);
  const isOld = Date.now() - Date.parse(event.at) > days * 86_400_000;
  if (!way || isOld || !user || !may(user.role, 'write', area)) return null;
  const act = async () => {
    await notifyFailure(way.act());
    await queries.invalidateQueries();
  };
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      onClick={() =>
        void ask({ title: way.word, text: way.text, proceed: 'Take back', cancel: 'Cancel', tone: 'danger', act })
      }
    >
      {way.word}
    </button>
  );
}

function wayBack(event: ActivityEvent): WayBack | null {
  const { action, kind, record_id: id, after } = event;
  if (action === 'import' && typeof after?.import_id === 'number') return importBack(after.import_id);
  if (!id) return null;
  if (kind === 'demo_requests') return leadBack(event, id);
  const { screen } = auditedKinds[kind] ?? {};
  const isListed = screen?.call && Object.keys(screen.audited ?? {})[0] === kind;
  return action === 'delete' && isListed ? restored(() => api.post(`${screen.call}/${id}/restore`)) : null;
}

function importBack(id: number): WayBack {
  return {
    word: 'Take this import back',
    text: 'Its leads go to the trash for 30 days. Those that somebody worked on since stay.',
    act: () => askToUndoImport(id),
  };
}

function leadBack({ action, before, after }: ActivityEvent, id: number): WayBack | null {
  if (action === 'delete') return restored(() => api.post(leadCalls.bulk, { ids: [id], action: 'restore' }));
  // Why a lead was lost is not in the activity.
  if ((action !== 'stage' && action !== 'owner') || !before || !after || before.stage === 'lost') return null;
  const text = `The lead gets the ${action} that it had before, unless it was changed since.`;
  return { word: 'Take back', text, act: () => changeBack(id, action, before, after) };
}

function restored(call: () => Promise<Written<unknown>>): WayBack {
  const text = 'The record comes back from the trash as it was.';
  return { word: 'Take back', text, act: () => notifyResult(call()) };
}

async function changeBack(id: number, field: 'stage' | 'owner', before: object, after: object): Promise<void> {
  const address = leadCalls.one.replace(':id', String(id));
  const { data: lead } = await api.get<{ data: Lead }>(address);
  const now = { stage: lead.status, owner_id: lead.owner?.id ?? null };
  const column = field === 'stage' ? 'stage' : 'owner_id';
  const valueIn = (facts: object) => (facts as Partial<typeof now>)[column] ?? null;
  if (now[column] !== valueIn(after)) throw new Error(`Somebody has changed the ${field} since. It stays as it is.`);
  const edit = field === 'stage' ? { status: valueIn(before) } : { owner_id: valueIn(before) };
  await notifyResult(api.put(address, { ...edit, updated_at: lead.updated_at }));
}
