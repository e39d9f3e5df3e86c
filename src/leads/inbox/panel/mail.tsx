import { MailX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#i18n/text.ts';
import { isMailSetUp, isUndelivered } from '#mail/states.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import { returnFocusToDialog } from '#ui/admin/dialog/focus-back.ts';
import { DialogButtons } from '#ui/admin/dialog/modal.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyResult } from '#ui/admin/notify.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { Lead, LeadMail, WholeLead } from '../../lead/schema.ts';
import { lostMails, momentInWords } from '../screen/parts.tsx';
import { callOf } from '../screen/use-leads.ts';

interface MailTroubleProps {
  lead: WholeLead;
  onSent: () => Promise<void>;
}

export function MailFailure({ lead, onSent }: MailTroubleProps) {
  const [correcting, setCorrecting] = useState(false);
  const { mail, spam } = lead;
  if (!mail || spam || !isUndelivered(mail.state)) return null;
  return (
    <section className="notice notice-bad mail-trouble" aria-label="What became of the mail">
      <MailX />
      <div>
        <p>
          <b>{lostMails[mail.state]}.</b>{' '}
          {mail.state === 'unclear'
            ? `Ask whether link and password reached ${mail.to} before you send them again.`
            : `Link and password did not reach ${mail.to}.`}
        </p>
        {mail.reason && <p>{mail.reason}</p>}
        <Writers>
          {correcting ? (
            <CorrectForm
              lead={lead}
              onSent={async () => {
                setCorrecting(false);
                await onSent();
              }}
              onCancel={() => setCorrecting(false)}
            />
          ) : (
            <div className="row">
              <button type="button" className="button button-quiet button-small" onClick={() => setCorrecting(true)}>
                Correct and resend
              </button>
              {mail.state === 'unclear' && (
                <button
                  type="button"
                  className="button button-quiet button-small"
                  onClick={() => leave(mail).then(onSent)}
                >
                  Leave it
                </button>
              )}
            </div>
          )}
        </Writers>
      </div>
    </section>
  );
}

async function leave({ id }: LeadMail): Promise<void> {
  await notifyResult(api.post(adminCalls.cancelMail.replace(':id', String(id)), {}));
}

function CorrectForm({ lead, onSent, onCancel }: MailTroubleProps & { onCancel: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others } = useCallForm({
    values: { email: lead.email },
    send: async (values) => {
      const { message } = await api.post(callOf(leadCalls.resend, lead.id), values);
      notifyDone(message);
      // The form is about to be removed, so move the focus back to the panel.
      returnFocusToDialog(element.current);
      await onSent();
    },
  });
  useEffect(() => form.setFocus('email', { shouldSelect: true }), [form]);
  return (
    <CallForm {...{ form, submit, others }} ref={element} aria-label="Correct and resend">
      <TextField name="email" label="The right address" type="email" hint="The lead gets this address too." />
      <DialogButtons onCancel={onCancel}>
        <SubmitButton idle="Save and send" busy="Sending" />
      </DialogButtons>
    </CallForm>
  );
}

export function mailInWords({ access_mail, mail, spam }: Lead): string | undefined {
  if (access_mail === 'held') {
    return t(spam ? 'Held back: it looks like spam' : 'Held back: more came than usual. Resend mails it');
  }
  if (access_mail === 'waiting') return t('Waits for a demo access to be saved');
  return mail ? stateInWords(mail) : undefined;
}

function stateInWords({ state, to, at, attempts, next_attempt_at }: LeadMail): string {
  switch (state) {
    case 'queued':
      if (!isMailSetUp()) return t('Not sent: mail is not set up. It waits in the Outbox');
      return attempts > 0 && next_attempt_at
        ? t`Queued for ${to}. Attempt ${attempts} did not work; the next is at ${timeOfDay(Date.parse(next_attempt_at))}`
        : t`Queued for ${to}`;
    case 'sending':
      return t`Being sent to ${to}`;
    case 'sent':
      return t`Sent to ${to}, ${momentInWords(at)}`;
    case 'unclear':
      return t`Probably arrived at ${to}`;
    case 'bounced':
      return t`Bounced: ${to} was refused`;
    case 'dead':
      return t`Given up: ${to} could not be reached`;
    case 'cancelled':
      return t('Stopped by staff');
  }
}
