import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { Eye, RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ageInWords, timeOfDay } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import type { Column } from '#ui/admin/list/column.ts';
import { ListTable } from '#ui/admin/list/list-table.tsx';
import { FilterBox } from '#ui/admin/list/list-tools.tsx';
import { Pagination } from '#ui/admin/list/pagination.tsx';
import { type List, useList } from '#ui/admin/list/use-list.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { MailPanel } from './mail-panel.tsx';
import { type MailRow, mailState, type SenderStatus } from './schema.ts';
import { SenderNotices } from './sender-notices.tsx';
import { kindWords, MailBadge, stateWords } from './words.tsx';

/** How often the screen looks how the sending goes, in milliseconds. */
const lookEvery = 5_000;

/** Every mail of the product: what waits, what was sent, what did not arrive. */
export default function OutboxAdmin() {
  const [address, setAddress] = useSearchParams();
  const list = useList<MailRow>(adminCalls.mails);
  const sender = useQuery({
    queryKey: [adminCalls.mailSender],
    queryFn: ({ signal }) => api.get<{ data: SenderStatus }>(adminCalls.mailSender, { signal }),
    refetchInterval: lookEvery,
  });
  const status = sender.data?.data;
  const opened = Number(address.get('mail')) || null;
  const state = mailState.safeParse(address.get('state')).data ?? '';

  const counts = JSON.stringify(status?.counts);
  const { refetch } = list.query;
  // A mail that went from one state into another stands elsewhere in the list now.
  useEffect(() => {
    if (counts) void refetch();
  }, [counts, refetch]);

  /** Opens a mail, or closes it, in the address: reload, back and links work. */
  function open(id: number | null, replace = false): void {
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('mail', String(id));
        else next.delete('mail');
        return next;
      },
      { preventScrollReset: true, replace },
    );
  }

  function changed(): void {
    void sender.refetch();
    void refetch();
  }

  return (
    <>
      <h1 className="screen-title">Outbox</h1>
      <div className="stack">
        <SenderNotices status={status} failed={sender.isError} onChanged={changed} />
        <section className="card" aria-labelledby="list-title">
          <div className="card-head">
            <h2 id="list-title">List mails</h2>
            <div className="card-tools">
              <About address={address} onClear={() => list.change({ reference: '' })} />
              <Tools {...{ list, state, status }} onChanged={changed} />
            </div>
          </div>
          <ListTable
            label="Mails"
            columns={columns}
            rows={list.page?.data}
            from={list.page?.from ?? 1}
            nameOf={({ subject, recipient }) => `${subject}, to ${recipient}`}
            editingId={opened}
            state={stateOf(list)}
            emptyHint={
              state || list.search
                ? 'Nothing matches. Change the search or the state.'
                : 'No mail has been written yet.'
            }
            onRetry={() => void list.query.refetch()}
            actions={(mail) => (
              <button
                type="button"
                className="row-action"
                aria-label={`Read: ${mail.subject}, to ${mail.recipient}`}
                onClick={() => open(mail.id)}
              >
                <Eye aria-hidden="true" />
              </button>
            )}
          />
          {list.page && (
            <div className="card-foot">
              <Pagination page={list.page} onFollow={list.follow} />
            </div>
          )}
        </section>
      </div>
      {opened && (
        <MailPanel
          key={opened}
          id={opened}
          onOpen={(id) => open(id, true)}
          onClose={() => open(null)}
          onChanged={changed}
        />
      )}
    </>
  );
}

/** Where only the mails about one record are shown, as a link from there asks for. */
function About({ address, onClear }: { address: URLSearchParams; onClear: () => void }) {
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

function Tools({ list, state, status, onChanged }: ToolsProps) {
  return (
    <>
      {(state === 'bounced' || state === 'dead') && (list.page?.total ?? 0) > 0 && !list.search && (
        <button type="button" className="button button-outline" onClick={() => sendAll(state, onChanged)}>
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

const columns: Column<MailRow>[] = [
  {
    head: 'To',
    cell: ({ id, recipient, kind, state }) => (
      <>
        <OpenMail id={id}>{recipient}</OpenMail>
        <span className="note">{kindWords(kind)}</span>
        <span className="mail-state-here">
          <MailBadge state={state} />
        </span>
      </>
    ),
  },
  {
    head: 'State',
    cell: (mail) => (
      <>
        <MailBadge state={mail.state} />
        <span className="note mail-when">{whenOf(mail)}</span>
      </>
    ),
  },
  {
    head: 'Subject',
    cell: ({ subject }) => (
      <span lang="bn" className="cut">
        {subject}
      </span>
    ),
  },
  { head: 'Queued', cell: ({ created_at }) => <span className="nowrap">{ageInWords(created_at)}</span> },
];

/** Opens the mail beside the list as it stands. */
function OpenMail({ id, children }: { id: number; children: string }) {
  const [address] = useSearchParams();
  const to = new URLSearchParams(address);
  to.set('mail', String(id));
  return (
    <Link className="mail-address" to={{ search: to.toString() }} preventScrollReset>
      {children}
    </Link>
  );
}

function whenOf({ state, sent_at, next_attempt_at, last_error, attempts }: MailRow): string {
  if (state === 'sent' && sent_at) return ageInWords(sent_at);
  if (state === 'queued' && next_attempt_at && attempts > 0) {
    return `Attempt ${attempts} did not work. Next at ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  if (state === 'queued' && next_attempt_at && Date.parse(next_attempt_at) > Date.now()) {
    return `At ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  return state === 'bounced' || state === 'dead' ? (last_error ?? '') : '';
}

function stateOf({ query }: List<MailRow>) {
  if (query.isError) return 'failed';
  if (query.isPending) return 'loading';
  return query.isPlaceholderData ? 'stale' : 'ready';
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
