import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { MailDetails, MailRow } from './schema.ts';

export function SendForm({ mail, onSent }: { mail: MailDetails; onSent: (now: MailRow) => Promise<void> }) {
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
