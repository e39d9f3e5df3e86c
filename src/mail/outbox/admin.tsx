import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ListTableView } from '#cms/collections/list/list-table.tsx';
import { type List, useList } from '#cms/collections/list/use-list.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { Pagination } from '#ui/table/pagination.tsx';
import { mailStates } from '../states.ts';
import { MailSubject, mailColumns, OutboxToolbar } from './mail-list.tsx';
import { MailPanel } from './mail-panel.tsx';
import type { MailRow, SenderStatus } from './schema.ts';
import { SenderNotices } from './sender-notices.tsx';

/** Poll interval in milliseconds. */
const pollInterval = 5_000;

export default function OutboxAdmin() {
  const [address, setAddress] = useSearchParams();
  const list = useList<MailRow>(adminCalls.mails);
  const sender = useQuery({
    queryKey: [adminCalls.mailSender],
    queryFn: ({ signal }) => api.get<{ data: SenderStatus }>(adminCalls.mailSender, { signal }),
    refetchInterval: pollInterval,
  });
  const status = sender.data?.data;
  const opened = Number(address.get('mail')) || null;
  const state = mailStates.find((each) => each === address.get('state')) ?? '';

  const counts = JSON.stringify(status?.counts);
  const { refetch } = list.query;
  // The counts changed, so mails have moved between the filtered lists.
  useEffect(() => {
    if (counts) void refetch();
  }, [counts, refetch]);

  /** The open mail is in the URL: reload, back and links work. */
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
              <MailSubject address={address} onClear={() => list.change({ reference: '' })} />
              <OutboxToolbar {...{ list, state, status }} onChanged={changed} />
            </div>
          </div>
          <ListTableView
            label="Mails"
            columns={mailColumns}
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

function stateOf({ query }: List<MailRow>) {
  if (query.isError) return 'failed';
  if (query.isPending) return 'loading';
  return query.isPlaceholderData ? 'stale' : 'ready';
}
