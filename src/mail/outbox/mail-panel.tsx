import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, TriangleAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { answerAt } from '#ui/admin/calls/use-answer.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyResult } from '#ui/admin/notify.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import { drawMail } from './draw-mail.ts';
import { MailFacts, MailHistory } from './mail-facts.tsx';
import type { MailDetails, MailRow } from './schema.ts';
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

function MailContent({ mail: { html, text } }: { mail: MailDetails }) {
  return (
    <Tabs.Root defaultValue="html">
      <Tabs.List className="mail-tabs flow" aria-label="The mail">
        <Tabs.Trigger value="html">As the receiver sees it</Tabs.Trigger>
        <Tabs.Trigger value="text">Plain text</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="html" className="mail-sheet" tabIndex={-1}>
        <Drawn html={html} />
      </Tabs.Content>
      <Tabs.Content value="text" className="mail-sheet">
        <pre lang="bn">{text}</pre>
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Scripts and links are disabled, and nothing is loaded from other hosts. */
function Drawn({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const draw = () => drawMail(current, html);
    draw();
    // Some browsers create the empty document only at `load`.
    current.addEventListener('load', draw);
    return () => current.removeEventListener('load', draw);
  }, [html]);
  return <iframe ref={frame} title="The mail as the receiver sees it" sandbox="allow-same-origin" />;
}

function SendForm({ mail, onSent }: { mail: MailDetails; onSent: (now: MailRow) => Promise<void> }) {
  const { form, submit, others } = useCallForm({
    values: { recipient: mail.recipient },
    send: async ({ recipient }) => {
      const path = adminCalls.sendMail.replace(':id', String(mail.id));
      const { data, message } = await api.post<Written<MailRow>>(path, { recipient });
      notifyDone(message);
      await onSent(data);
    },
  });
  return (
    <CallForm {...{ form, submit }} className="mail-send" aria-label="Send again">
      <TextField
        name="recipient"
        label="Send to"
        type="email"
        hint={hints[mail.state] ?? 'Correct it where it is wrong.'}
      />
      <SubmitButton idle={buttons[mail.state] ?? 'Send again'} busy="Sending" />
      <ErrorSummary others={others} />
    </CallForm>
  );
}

const buttons: Partial<Record<MailDetails['state'], string>> = t({ queued: 'Send now', sent: 'Send a copy' });

const hints: Partial<Record<MailDetails['state'], string>> = t({
  sent: 'This one was sent. A copy goes out as a new message.',
  unclear: 'It probably arrived. Ask the receiver before you send it again.',
});
