import { CirclePause, MailX, PlugZap, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#i18n/text.ts';
import { adminCalls, adminPages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { lazyDialog } from '#ui/admin/lazy-component.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import type { SenderStatus } from './schema.ts';

interface SenderNoticesProps {
  status: SenderStatus | undefined;
  failed: boolean;
  onChanged: () => void;
}

export function SenderNotices({ status, failed, onChanged }: SenderNoticesProps) {
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
