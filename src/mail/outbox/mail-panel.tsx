import { useQuery } from '@tanstack/react-query';
import { Ban, TriangleAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { parseUrl } from '#api/text.ts';
import { inertDocument } from '#cms/rich-text/inert-document.ts';
import { dateFormat, t } from '#i18n/text.ts';
import { adminCalls, withId } from '#paths.ts';
import { answerAt, api, messageOf, type Written } from '#ui/admin/calls/api.ts';
import { Fact } from '#ui/admin/card.tsx';
import { ask } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/modal.tsx';
import { useMayWrite } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyResult } from '#ui/admin/notify.tsx';
import { CallForm, ErrorSummary, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { NotLoaded } from '#ui/table/table.tsx';
import type { MailAttempt, MailDetails, MailRow } from './schema.ts';
import { kindWords, MailBadge, outcomeWords } from './strings.tsx';

interface MailPanelProps {
  id: number;
  onOpen: (id: number) => void;
  onClose: () => void;
  onChanged: () => void;
}

export function MailPanel({ id, onOpen, onClose, onChanged }: MailPanelProps) {
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
    else await refetch();
  }

  async function act() {
    const call = withId(adminCalls.cancelMail, id);
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
        {isError && !mail && <NotLoaded text={messageOf(error)} onRetry={refetch} />}
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
      const path = withId(adminCalls.sendMail, mail.id);
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

/**
 * Renders a mail in a sandboxed frame. The frame inherits the CSP of the admin, which blocks the inline styles that
 * mails consist of; styles set through the CSSOM are allowed.
 */
function drawMail(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!document || !window) return;
  const mail = inertDocument(deferStyles(html));
  const sheets = Array.from(mail.querySelectorAll('textarea'), (rules) => rules.value);
  for (const element of mail.querySelectorAll(neverDrawn)) element.remove();
  for (const image of mail.querySelectorAll('img')) {
    image.removeAttribute('srcset');
    if (isRemote(image)) image.removeAttribute('src');
  }
  const body = document.importNode(mail.body, true);
  document.documentElement.lang = mail.documentElement.lang || 'bn';
  document.title = 'Mail';
  document.body.replaceWith(body);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.getAttribute('data-style') ?? '';
    element.removeAttribute('data-style');
  }
  // Links look the same, but can't be clicked.
  for (const link of body.querySelectorAll('a')) {
    link.tabIndex = -1;
    link.style.pointerEvents = 'none';
  }
  body.style.overflowWrap = 'anywhere';
  // Before Safari 16.4 a mail is shown without the rules of its style elements.
  if (document.adoptedStyleSheets) document.adoptedStyleSheets = sheets.map((rules) => sheetOf(window, rules));
  frame.style.height = `${Math.min(document.documentElement.scrollHeight + 2, 640)}px`;
}

const neverDrawn = 'script, style, textarea, link, meta, base, iframe, object, embed, input, button, svg, template';

/** Renames style attributes and elements before parsing, because parsing them already violates the CSP. Best effort. */
function deferStyles(html: string): string {
  return html
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)style(\s*=)/gi, '$1data-style$2'))
    .replace(/<(\/?)style\b[^<>]*>/gi, '<$1textarea>');
}

/** A remote image would tell its host who reads this mail. */
function isRemote(image: HTMLImageElement): boolean {
  const source = image.getAttribute('src') ?? '';
  const url = parseUrl(source, location.href);
  return url?.protocol !== 'data:' && url?.origin !== location.origin;
}

function sheetOf(window: Window & typeof globalThis, rules: string): CSSStyleSheet {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

function MailFacts({ mail, onOpen }: { mail: MailDetails; onOpen: (id: number) => void }) {
  const { recipient, from, reply_to, kind, reference, created_at, sent_at, next_attempt_at } = mail;
  const { copy_of, replaced_by, message_id } = mail;
  const about = reference
    ? t`${kindWords(kind)}, for ${kindWords(reference.kind).toLowerCase()} ${reference.id}`
    : kindWords(kind);
  return (
    <dl className="mail-facts">
      <Fact label="To">{recipient}</Fact>
      <Fact label="From">{from}</Fact>
      <Fact label="Reply to">{reply_to}</Fact>
      <Fact label="About">{about}</Fact>
      <Fact label="Written">{inWords(created_at)}</Fact>
      <Fact label="Sent">{sent_at && inWords(sent_at)}</Fact>
      <Fact label="Next attempt">{next_attempt_at && inWords(next_attempt_at)}</Fact>
      <Fact label="Copy of">{copy_of && <OtherMail id={copy_of} onOpen={onOpen} />}</Fact>
      <Fact label="Sent anew as">{replaced_by && <OtherMail id={replaced_by} onOpen={onOpen} />}</Fact>
      <Fact label="Message-ID">{message_id}</Fact>
    </dl>
  );
}

function OtherMail({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  return (
    <button type="button" className="mail-link" onClick={() => onOpen(id)}>
      mail {id}
    </button>
  );
}

function MailHistory({ history }: { history: MailAttempt[] }) {
  return (
    <section aria-labelledby="mail-history">
      <h3 id="mail-history">Attempts</h3>
      {history.length === 0 ? (
        <p className="note">It has not been tried yet.</p>
      ) : (
        <ol className="mail-history" reversed>
          {[...history].reverse().map((attempt) => (
            <li key={attempt.id}>
              <p>
                {inWords(attempt.started_at)} to {attempt.recipient}
              </p>
              <b>{outcomeWords(attempt)}</b>
              {attempt.answer && <p className="note mail-reason">{attempt.answer}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function inWords(at: string): ReactNode {
  return <time dateTime={at}>{moment.format(Date.parse(at))}</time>;
}
