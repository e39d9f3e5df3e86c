import { t } from '#i18n/text.ts';
import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ListFrame } from '#cms/collections/list/list-frame.tsx';
import { useOpened } from '#cms/collections/list/opened.tsx';
import { useList } from '#cms/collections/list/use-list.ts';
import { adminCalls } from '#paths.ts';
import { answerAt } from '#ui/admin/calls/use-answer.ts';
import { mailStates } from '../states.ts';
import { MailSubject, mailColumns, OutboxToolbar } from './mail-list.tsx';
import { MailPanel } from './mail-panel.tsx';
import type { MailRow, SenderStatus } from './schema.ts';
import { SenderNotices } from './sender-notices.tsx';

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
