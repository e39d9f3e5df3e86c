import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, Eye, MailX, PlugZap, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FilterBox, ListFrame, OpenLink, useOpened } from '#cms/collections/list/list-frame.tsx';
import { type List, useList } from '#cms/collections/list/use-list.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, adminPages } from '#paths.ts';
import { answerAt, api } from '#ui/admin/calls/api.ts';
import { formatAge, timeOfDay } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { lazyDialog } from '#ui/admin/lazy-component.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import type { Column } from '#ui/table/table.tsx';
import { isUndelivered, mailStates, type UndeliveredState } from '../states.ts';
import { MailPanel } from './mail-panel.tsx';
import type { MailRow, SenderStatus } from './schema.ts';
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

interface SenderNoticesProps {
  status: SenderStatus | undefined;
  failed: boolean;
  onChanged: () => void;
}

function SenderNotices({ status, failed, onChanged }: SenderNoticesProps) {
  if (!status) {
    return failed ? (
      <div className="notice notice-bad" role="alert">
        <TriangleAlert />
        <p>How the sending goes could not be loaded. It is tried again by itself.</p>
      </div>
    ) : (
      <span className="skeleton mail-status-skeleton" />
    );
  }
  return (
    <div className="mail-notices" role="status">
      <Sending {...{ status, onChanged }} />
      <NotArrived counts={status.counts} />
    </div>
  );
}

function Sending({ status, onChanged }: { status: SenderStatus; onChanged: () => void }) {
  const { server, can_change: canChange, from, paused, trouble, counts } = status;
  const wait =
    counts.queued === 0
      ? t('No mail waits.')
      : counts.queued === 1
        ? t('1 mail waits.')
        : t`${counts.queued} mails wait.`;
  if (!server) {
    return (
      <div className="notice notice-draft">
        <PlugZap />
        <p>
          <b>Mail is not set up.</b> Until then nobody is mailed: visitors are told that you will call them, mails are
          kept here and can be read, and nothing is lost. {wait}
        </p>
        {canChange && <MailServerButton className="button button-primary">Set up mail</MailServerButton>}
      </div>
    );
  }
  if (paused) {
    return (
      <div className="notice notice-bad">
        <CirclePause />
        <p>
          <b>Sending is paused.</b> It looks as if the data of this site was put back from a backup, so the mails that
          wait here may have been sent before. {wait} Nothing is sent until you decide.
        </p>
        <Writers>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => resume('cancel', counts.queued, onChanged)}
          >
            Cancel what waits
          </button>
          <button
            type="button"
            className="button button-primary"
            onClick={() => resume('send', counts.queued, onChanged)}
          >
            Send what waits
          </button>
        </Writers>
      </div>
    );
  }
  if (trouble) {
    return (
      <div className="notice notice-bad">
        <TriangleAlert />
        <p>
          <b>
            {/^\d{3}/.test(trouble.reason)
              ? `The mail server ${server} refuses us`
              : `The mail server ${server} can’t be used`}
          </b>{' '}
          since {timeOfDay(Date.parse(trouble.since))}: <span className="mail-reason">{trouble.reason}</span>. It is
          tried again by itself, and nothing is lost. {wait}
        </p>
        {canChange && <MailServerButton className="button button-quiet">Change it</MailServerButton>}
      </div>
    );
  }
  return (
    <p className="note">
      Mails go out through {server}, from {from}. {wait}{' '}
      {canChange && <MailServerButton className="stitch-link">Change</MailServerButton>}
    </p>
  );
}

function MailServerButton({ className, children }: { className: string; children: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && <MailServerDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const MailServerDialog = lazyDialog(() => import('./mail-server-dialog.tsx'));

function NotArrived({ counts: { bounced, dead, unclear } }: Pick<SenderStatus, 'counts'>) {
  const lost = bounced + dead + unclear;
  if (lost === 0) return null;
  return (
    <div className="notice notice-bad">
      <MailX />
      <p>
        <b>{lost === 1 ? '1 mail did not arrive, or not surely.' : `${lost} mails did not arrive, or not surely.`}</b>{' '}
        Read why, correct the address, send again, cancel, or leave what probably arrived.
      </p>
      {unclear > 0 && <FilterLink state="unclear">{unclear} probably arrived</FilterLink>}
      {bounced > 0 && <FilterLink state="bounced">{bounced} bounced</FilterLink>}
      {dead > 0 && <FilterLink state="dead">{dead} dead</FilterLink>}
    </div>
  );
}

function FilterLink({ state, children }: { state: string; children: React.ReactNode }) {
  return (
    <Link className="button button-quiet" to={`${adminPages.outbox}?state=${state}`}>
      {children}
    </Link>
  );
}

async function resume(waiting: 'send' | 'cancel', mails: number, onChanged: () => void): Promise<void> {
  await ask({
    title: waiting === 'send' ? 'Send what waits?' : 'Cancel what waits?',
    text:
      waiting === 'send'
        ? mails === 1
          ? '1 mail that may have been sent before goes out now, and so do new ones.'
          : `${mails} mails that may have been sent before go out now, and so do new ones.`
        : mails === 1
          ? '1 mail is cancelled and stays readable here. New ones are sent.'
          : `${mails} mails are cancelled and stay readable here. New ones are sent.`,
    proceed: waiting === 'send' ? 'Send them' : 'Cancel them',
    cancel: 'Decide later',
    tone: waiting === 'send' ? 'notice' : 'danger',
    act: async () => {
      await notifyResult(api.post(adminCalls.resumeMails, { waiting }));
      onChanged();
    },
  });
}
