import { RotateCw, X } from 'lucide-react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { FilterBox } from '#ui/admin/list/list-tools.tsx';
import type { List } from '#ui/admin/list/use-list.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { type MailRow, mailState, type SenderStatus } from './schema.ts';
import { kindWords, stateWords } from './words.tsx';

/** Where only the mails about one record are shown, as a link from there asks for. */
export function About({ address, onClear }: { address: URLSearchParams; onClear: () => void }) {
  const [kind, id] = (address.get('reference') ?? '').split(':');
  if (!kind || !id) return null;
  const words = `${kindWords(kind)} ${id}`;
  return (
    <span className="chip">
      {words}
      <button type="button" aria-label={`Show more than ${words}`} onClick={onClear}>
        <X aria-hidden="true" />
      </button>
    </span>
  );
}

interface ToolsProps {
  list: List<MailRow>;
  state: string;
  status: SenderStatus | undefined;
  onChanged: () => void;
}

/** By state and by words; and what went wrong, all at once, once more. */
export function Tools({ list, state, status, onChanged }: ToolsProps) {
  return (
    <>
      {(state === 'bounced' || state === 'dead') && (list.page?.total ?? 0) > 0 && !list.search && (
        <button type="button" className="button button-quiet" onClick={() => sendAll(state, onChanged)}>
          <RotateCw aria-hidden="true" />
          Send all again
        </button>
      )}
      <select
        className="control filter-status"
        aria-label="State"
        value={state}
        onChange={(event) => list.change({ state: event.target.value })}
      >
        <option value="">All states</option>
        {mailState.options.map((each) => (
          <option key={each} value={each}>
            {stateWords[each]}
            {status ? ` (${status.counts[each]})` : ''}
          </option>
        ))}
      </select>
      <FilterBox list={list} />
    </>
  );
}

async function sendAll(state: 'bounced' | 'dead', onChanged: () => void): Promise<void> {
  await ask({
    title: 'Send all again?',
    text: `Every mail that is ${stateWords[state].toLowerCase()} is queued again and sent as it was written. Mails with a link that has ended stay as they are.`,
    proceed: 'Send all again',
    cancel: 'Cancel',
    tone: 'notice',
    act: async () => {
      try {
        const { message } = await api.post<Written<{ mails: number }>>(adminCalls.sendMails, { state });
        notifyDone(message);
      } catch (error) {
        notifyFailed(messageOf(error));
      }
      onChanged();
    },
  });
}
