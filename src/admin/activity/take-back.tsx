import type { ActivityEvent } from '#api/audit.ts';
import { type Area, may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { t } from '#i18n/text.ts';
import type { Lead } from '#leads/lead/schema.ts';
import { adminCalls, leadCalls, withId } from '#paths.ts';
import { api, messageOf, useReload, type Written } from '#ui/admin/calls/api.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { auditedKinds } from './strings.ts';

/** What is deleted can be restored for as many days; nothing older is taken back. */
const days = 30;

interface UndoRequest {
  text: string;
  act: () => Promise<Pick<Written<unknown>, 'message'>>;
}

/** For what one call did. Nobody's later change is overwritten. */
export function TakeBack({ events }: { events: [ActivityEvent, ...ActivityEvent[]] }) {
  const reload = useReload();
  const user = useUser();
  const [{ kind, at, action }] = events;
  const area: Area = auditedKinds[kind]?.screen.area ?? 'content';
  const undoRequests = events.flatMap((event) => undoRequest(event) ?? []);
  const [first] = undoRequests;
  const isOld = Date.now() - Date.parse(at) > days * 86_400_000;
  if (!first || isOld || !user || !may(user.role, 'write', area)) return null;
  const word =
    action === 'import'
      ? t('Take this import back')
      : undoRequests.length > 1
        ? t`Take all ${undoRequests.length} back`
        : t('Take back');
  const act = async () => {
    await undoAll(undoRequests);
    await reload();
  };
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      onClick={() => void ask({ title: word, text: first.text, proceed: 'Take back', act })}
    >
      {word}
    </button>
  );
}

async function undoAll(undoRequests: UndoRequest[]): Promise<void> {
  const done: string[] = [];
  const failures: string[] = [];
  for (const { act } of undoRequests)
    await act().then(
      ({ message }) => done.push(message),
      (error: unknown) => failures.push(messageOf(error)),
    );
  const [message = ''] = failures.length > 0 ? failures : done;
  const isOne = undoRequests.length === 1;
  if (failures.length > 0)
    notifyFailed(isOne ? message : `${done.length} of ${undoRequests.length} taken back. ${message}`);
  else notifyDone(isOne ? message : `${done.length} changes taken back`);
}

function undoRequest(event: ActivityEvent): UndoRequest | null {
  const { action, kind, record_id: id, after } = event;
  if (action === 'import' && typeof after?.import_id === 'number') return importBack(after.import_id);
  if (!id) return null;
  if (kind === 'demo_requests') return leadBack(event, id);
  const call = callOf(kind);
  if (!call) return null;
  if (action === 'delete') return restored(() => api.post(`${call}/${id}/restore`));
  if (action === 'order') return orderBack(call, event);
  return action === 'update' ? fieldsBack(kind === vendorKind ? call : `${call}/${id}`, event) : null;
}

function callOf(kind: string): string | undefined {
  if (kind === vendorKind) return adminCalls.siteSettings;
  const { screen } = auditedKinds[kind] ?? {};
  return Object.keys(screen?.audited ?? {})[0] === kind ? screen?.call : undefined;
}

function importBack(id: number): UndoRequest {
  return {
    text: 'Its leads go to the trash for 30 days. Those that somebody worked on since stay.',
    act: () => api.delete(withId(leadCalls.imported, id)),
  };
}

function restored(act: UndoRequest['act']): UndoRequest {
  return { text: 'What was deleted comes back from the trash as it was.', act };
}

function orderBack(call: string, { record_id: id, before }: ActivityEvent): UndoRequest | null {
  if (!before) return null;
  const text = t('It goes back to where it stood in its list.');
  return { text, act: () => api.put(`${call}/order`, 'ids' in before ? before : { id, ...before }) };
}

/** Sends what was there before with the version that the change made: the server refuses what was changed since. */
function fieldsBack(address: string, { before, after }: ActivityEvent): UndoRequest | null {
  const version = after?.updated_at;
  if (!before || !version) return null;
  const act = async () => {
    const { data } = await api.get<{ data: object }>(address);
    return api.put<Written<unknown>>(address, { ...data, ...before, updated_at: version });
  };
  return { text: 'What was changed is as before again, unless somebody changed the same since.', act };
}

function leadBack({ action, before, after }: ActivityEvent, id: number): UndoRequest | null {
  if (action === 'delete') return restored(() => api.post(leadCalls.bulk, { ids: [id], action: 'restore' }));
  // Why a lead was lost is not in the activity.
  if ((action !== 'stage' && action !== 'owner') || !before || !after || before.stage === 'lost') return null;
  const text = t({
    stage: 'The lead gets the stage that it had before, unless it was changed since.',
    owner: 'The lead gets the owner that it had before, unless it was changed since.',
  })[action];
  return { text, act: () => changeBack(id, action, before, after) };
}

const changedSince = t({
  stage: 'Somebody has changed the stage since. It stays as it is.',
  owner: 'Somebody has changed the owner since. It stays as it is.',
});

async function changeBack(id: number, field: 'stage' | 'owner', before: object, after: object) {
  const address = withId(leadCalls.one, id);
  const { data } = await api.get<{ data: Lead }>(address);
  const now = { stage: data.status, owner_id: data.owner?.id ?? null };
  const column = field === 'stage' ? 'stage' : 'owner_id';
  const valueIn = (facts: object) => (facts as Partial<typeof now>)[column] ?? null;
  if (now[column] !== valueIn(after)) throw new Error(changedSince[field]);
  const edit = field === 'stage' ? { status: valueIn(before) } : { owner_id: valueIn(before) };
  return api.put<Written<unknown>>(address, { ...edit, updated_at: data.updated_at });
}
