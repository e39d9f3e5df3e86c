import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, TriangleAlert } from 'lucide-react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { answerAt } from '#ui/admin/calls/use-answer.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import { MailContent } from './mail-content.tsx';
import { MailFacts, MailHistory } from './mail-facts.tsx';
import type { MailDetails, MailRow } from './schema.ts';
import { SendForm } from './send-form.tsx';
import { MailBadge } from './strings.tsx';

interface MailPanelProps {
  id: number;
  onOpen: (id: number) => void;
  onClose: () => void;
  onChanged: () => void;
}

export function MailPanel({ id, onOpen, onClose, onChanged }: MailPanelProps) {
  const queries = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    ...answerAt<{ data: MailDetails }>(`${adminCalls.mails}/${id}`),
    queryKey: [adminCalls.mails, id],
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data) ? 2_000 : false),
  });
  const mail = data?.data;
  const isUnclear = mail?.state === 'unclear';
  const mayWrite = useMayWrite();

  async function changed(now: MailRow) {
    onChanged();
    if (now.id !== id) onOpen(now.id);
    else await queries.invalidateQueries({ queryKey: [adminCalls.mails, id] });
  }

  async function act() {
    const call = adminCalls.cancelMail.replace(':id', String(id));
    const answer = await notifyResult(api.post<Written<MailRow>>(call, {}));
    if (answer) await changed(answer.data);
    else await refetch();
  }

  async function cancel() {
    await ask({
      title: 'Cancel this mail?',
      text: 'It is not sent any more. It stays readable here, and can be sent again later.',
      proceed: 'Cancel the mail',
      cancel: 'Keep it',
      tone: 'danger',
      act,
    });
  }

  return (
    <Panel
      className="mail-panel"
      title={mail ? mail.subject || 'Without a subject' : 'Mail'}
      named={mail !== undefined}
      under={mail && <MailBadge state={mail.state} />}
      onClose={onClose}
    >
      <div className="panel-body mail-body">
        {isError && !mail && <NotLoaded text={messageOf(error)} onRetry={() => refetch()} />}
        {!mail && !isError && <PanelSkeleton />}
        {mail && (
          <>
            {mail.last_error && mail.state !== 'sent' && (
              <div className="notice notice-bad">
                <TriangleAlert />
                <p className="mail-reason">{mail.last_error}</p>
              </div>
            )}
            <MailFacts mail={mail} onOpen={onOpen} />
            {mayWrite && mail.can.send && <SendForm key={mail.recipient} mail={mail} onSent={changed} />}
            <MailContent mail={mail} />
            <MailHistory history={mail.history} />
          </>
        )}
      </div>
      <footer className="panel-foot">
        {mayWrite && mail?.can.cancel && (
          <button
            type="button"
            className={`button ${isUnclear ? 'button-quiet' : 'button-text mail-cancel'}`}
            onClick={isUnclear ? act : cancel}
          >
            {!isUnclear && <Ban />}
            {isUnclear ? 'Leave it' : 'Cancel this mail'}
          </button>
        )}
        <button type="button" className="button button-quiet mail-close" onClick={onClose}>
          Close
        </button>
      </footer>
    </Panel>
  );
}

function isUnderWay(mail: MailDetails | undefined): boolean {
  return mail?.state === 'queued' || mail?.state === 'sending';
}

function PanelSkeleton() {
  return [60, 80, 40, 100].map((width) => (
    <span key={width} className="skeleton" style={{ width: `${width}%`, height: 24 }} />
  ));
}
