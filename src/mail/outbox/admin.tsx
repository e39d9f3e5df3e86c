import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { Eye, RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { FilterBox, ListFrame, OpenLink, useOpened } from '#cms/collections/list/list-frame.tsx';
import { type List, useList } from '#cms/collections/list/use-list.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { answerAt, api } from '#ui/admin/calls/api.ts';
import { formatAge, timeOfDay } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import type { Column } from '#ui/table/table.tsx';
import { isUndelivered, mailStates, type UndeliveredState } from '../states.ts';
import { MailPanel } from './mail-panel.tsx';
import type { MailRow, SenderStatus } from './schema.ts';
import { SenderNotices } from './sender-notices.tsx';
import { kindWords, MailBadge, stateWords } from './strings.tsx';

/** Poll interval in milliseconds. */
const pollInterval = 5_000;

export default function OutboxAdmin() {
  const [address] = useSearchParams();
  const { opened, open } = useOpened('mail');
  const list = useList<MailRow>(adminCalls.mails);
  const sender = useQuery({
    ...answerAt<{ data: SenderStatus }>(adminCalls.mailSender),
    refetchInterval: pollInterval,
  });
  const status = sender.data?.data;
  const state = mailStates.find((each) => each === address.get('state')) ?? '';

  const counts = JSON.stringify(status?.counts);
  const { refetch } = list.query;
  // The counts changed, so mails have moved between the filtered lists.
  useEffect(() => {
    if (counts) void refetch();
  }, [counts, refetch]);

  function changed() {
    void sender.refetch();
    void refetch();
  }

  return (
    <>
      <h1 className="screen-title">Outbox</h1>
      <div className="stack">
        <SenderNotices status={status} failed={sender.isError} onChanged={changed} />
        <ListFrame
          title="List mails"
          label="Mails"
          list={list}
          tools={
            <>
              <MailSubject address={address} onClear={() => list.change({ reference: '' })} />
              <OutboxToolbar {...{ list, state, status }} onChanged={changed} />
            </>
          }
          columns={mailColumns}
          nameOf={({ subject, recipient }) => t`${subject}, to ${recipient}`}
          editingId={opened}
          emptyHint={
            state || list.search ? 'Nothing matches. Change the search or the state.' : 'No mail has been written yet.'
          }
          actions={(mail) => (
            <button
              type="button"
              className="row-action"
              aria-label={`Read: ${mail.subject}, to ${mail.recipient}`}
              onClick={() => open(mail.id)}
            >
              <Eye />
            </button>
          )}
        />
        <p className="note">Mails about a lead stay as long as the lead; others are kept for 90 days.</p>
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

function MailSubject({ address, onClear }: { address: URLSearchParams; onClear: () => void }) {
  const [kind, id] = (address.get('reference') ?? '').split(':');
  if (!kind || !id) return null;
  const label = `${kindWords(kind)} ${id}`;
  return (
    <span className="chip">
      {label}
      <button type="button" aria-label={`Show more than ${label}`} onClick={onClear}>
        <X />
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

function OutboxToolbar({ list, state, status, onChanged }: ToolsProps) {
  return (
    <>
      <Writers>
        {isUndelivered(state) && (list.page?.total ?? 0) > 0 && !list.search && (
          <button type="button" className="button button-quiet" onClick={() => sendAll(state, onChanged)}>
            <RotateCw />
            Send all again
          </button>
        )}
      </Writers>
      <select
        className="control filter-status"
        aria-label="State"
        value={state}
        onChange={(event) => list.change({ state: event.target.value })}
      >
        <option value="">All states</option>
        {mailStates.map((each) => (
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

async function sendAll(state: UndeliveredState, onChanged: () => void): Promise<void> {
  await ask({
    title: 'Send all again?',
    text: `Every mail that is ${stateWords[state].toLowerCase()} is queued again and sent as it was written. Mails with a link that has ended stay as they are.`,
    proceed: 'Send all again',
    cancel: 'Cancel',
    tone: 'notice',
    act: async () => {
      await notifyResult(api.post(adminCalls.sendMails, { state }));
      onChanged();
    },
  });
}

const mailColumns: Column<MailRow>[] = [
  {
    head: 'To',
    cell: ({ id, recipient, kind }) => (
      <>
        <OpenLink name="mail" id={id} className="mail-address">
          {recipient}
        </OpenLink>
        <span className="note">{kindWords(kind)}</span>
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
  {
    head: 'Written',
    cell: ({ created_at }) => (
      <span className="nowrap">
        <span className="mail-written">Written </span>
        {formatAge(created_at)}
      </span>
    ),
  },
];

/** The label names the timestamp: on a phone two of them follow each other. */
function whenOf({ state, sent_at, next_attempt_at, last_error, attempts, replaced_by }: MailRow): string {
  if (replaced_by) return t`Mail ${replaced_by} took its place`;
  if (state === 'sent' && sent_at) return t`Sent ${formatAge(sent_at)}`;
  if (state === 'queued' && next_attempt_at && attempts > 0) {
    return t`Attempt ${attempts} did not work. Next at ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  if (state === 'queued' && next_attempt_at && Date.parse(next_attempt_at) > Date.now()) {
    return t`Due at ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  return isUndelivered(state) ? (last_error ?? '') : '';
}
