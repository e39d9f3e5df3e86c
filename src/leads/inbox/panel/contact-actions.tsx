import { ChevronDown, ChevronUp, Mail, MessageCircle, MessageSquareText, Pencil, Phone } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { t } from '#i18n/text.ts';
import { longestSms, smsLength } from '#leads/lead/strings.ts';
import { adminPages, leadCalls, withId } from '#paths.ts';
import { api, useReload } from '#ui/admin/calls/api.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLine } from '#ui/admin/menu/menu-items.tsx';
import { notifyDone } from '#ui/admin/notify.tsx';
import { Field, type FormValues, useField } from '#ui/form/call-form.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import type { Lead } from '../../lead/schema.ts';
import { phoneInWords, type WayToWrite, wayNames } from '../../lead/strings.ts';
import type { Messages } from '../../templates/schema.ts';
import { whatsAppOf } from '../screen/parts.tsx';
import type { Sequence } from '../screen/use-lead-keys.ts';
import { logMessage, useMessages, useSmsActive, useWork } from '../screen/use-leads.tsx';

export function ContactActions({ lead, onCall }: { lead: Lead; onCall?: () => void }) {
  const { number, email } = lead;
  return (
    <>
      {number && (
        <>
          <a className="button button-primary" href={`tel:${number}`} data-key="c" onClick={onCall}>
            <Phone />
            Call<span className="sr-only"> {phoneInWords(number)}</span>
          </a>
          <Write way="whatsapp" letter="w" lead={lead} />
          <Write way="sms" lead={lead} />
        </>
      )}
      {email && <Write way="mail" lead={lead} />}
    </>
  );
}

const icons = { whatsapp: MessageCircle, sms: MessageSquareText, mail: Mail };

/**
 * Opens the other program with a template or an empty message, and logs that in the history. An SMS is sent by the
 * gateway if one is set up.
 */
function Write({ way, lead, letter }: { way: WayToWrite; lead: Lead; letter?: string }) {
  const work = useWork();
  const mayWrite = useMayWrite();
  const messages = useMessages(lead.id);
  const byGateway = useSmsActive() && way === 'sms' && mayWrite;
  const [smsText, setSmsText] = useState<string | null>(null);
  const Icon = icons[way];
  const item = (words: string, message: Message, templateId: number | null) =>
    byGateway ? (
      <MenuItem key={templateId} onSelect={() => setSmsText(message.message)}>
        {words}
      </MenuItem>
    ) : (
      <MenuItem
        key={templateId}
        asChild
        onSelect={() => {
          if (mayWrite) void work.log(logMessage(lead, way, templateId));
        }}
      >
        <a
          href={hrefOf(way, lead, message)}
          {...(way === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {words}
        </a>
      </MenuItem>
    );
  return (
    <>
      <MenuButton
        className="button button-quiet"
        side="top"
        align="start"
        menuClass="menu-tall"
        data-key={letter}
        menu={
          <>
            {messages.map((message) =>
              message.off ? (
                <MenuItem key={message.template_id} disabled>
                  {message.name}: {message.off}
                </MenuItem>
              ) : (
                item(message.name, message, message.template_id)
              ),
            )}
            {item(t('Without a template'), { subject: '', message: '' }, null)}
            <Writers>
              <MenuLine />
              <MenuItem asChild>
                <Link to={adminPages.messageTemplates}>
                  <Pencil />
                  Edit the templates
                </Link>
              </MenuItem>
            </Writers>
          </>
        }
      >
        <Icon />
        {wayNames[way]}
      </MenuButton>
      {smsText !== null && <SmsDialog lead={lead} initialText={smsText} onClose={() => setSmsText(null)} />}
    </>
  );
}

type Message = Pick<Messages[number], 'subject' | 'message'>;

export function hrefOf(way: WayToWrite, { number, email }: Lead, { subject, message }: Message): string {
  const text = encodeURIComponent(message);
  if (way === 'whatsapp') return `${whatsAppOf(number)}${text && `?text=${text}`}`;
  // iOS wants `&` before the body, Android `?`; each ignores the other one.
  if (way === 'sms') return `sms:${number}${text && `?&body=${text}`}`;
  // RFC 6068 wants CRLF line breaks.
  const parts = { subject, body: message.replaceAll('\n', '\r\n') };
  const filled = Object.entries(parts).filter(([, part]) => part !== '');
  const query = filled.map(([name, part]) => `${name}=${encodeURIComponent(part)}`).join('&');
  return `mailto:${email}${query && `?${query}`}`;
}

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
export function Steps({ sequence }: { sequence: Sequence }) {
  const ways = [
    { step: -1, label: 'Previous lead', letter: 'k', Icon: ChevronUp },
    { step: 1, label: 'Next lead', letter: 'j', Icon: ChevronDown },
  ] as const;
  return (
    <span className="lead-steps">
      {ways.map(({ step, label, letter, Icon }) => (
        <button
          key={step}
          type="button"
          className="icon-button"
          aria-label={label}
          aria-keyshortcuts={letter}
          aria-disabled={!sequence.has(step)}
          onClick={() => sequence.go(step)}
        >
          <Icon />
        </button>
      ))}
    </span>
  );
}

interface SmsProps {
  lead: Lead;
  initialText: string;
  onClose: () => void;
}

function SmsDialog({ lead, initialText, onClose }: SmsProps) {
  const reload = useReload();

  async function send(values: FormValues) {
    const { message } = await api.post(withId(leadCalls.sms, lead.id), values);
    notifyDone(message);
    onClose();
    await reload();
  }
  return (
    <FormDialog
      title={`SMS to ${phoneInWords(lead.number)}`}
      values={{ text: initialText }}
      send={send}
      idle="Send"
      busy="Send"
      onClose={onClose}
    >
      <SmsText />
    </FormDialog>
  );
}

function SmsText() {
  const { id, error, aria, register } = useField('text', true);
  const length = lengthInWords(useWatch({ name: 'text' }));
  return (
    <Field id={id} label="Text" error={error} hint={<span aria-live="polite">{length}</span>}>
      <textarea className="control" lang="bn" rows={4} maxLength={longestSms} {...aria} {...register('text')} />
    </Field>
  );
}

/** How much fits, and how many parts it takes, each of which costs. */
function lengthInWords(text: string): string {
  const { units, parts, room, isUnicode } = smsLength(text);
  const count = parts <= 1 ? t('1 SMS') : t`${parts} SMS`;
  const length = t`${units} of ${room} · ${count}.`;
  return isUnicode ? t`${length} Bengali: 70 fit into one, 67 into each of several.` : length;
}
