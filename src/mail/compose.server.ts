import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '#platform/settings/mail-settings.server.ts';

/** Content of a mail on the SMTP line. Attachments and file paths are left out on purpose. */
export interface OutgoingMail {
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}

/** Builds the MIME message; the content is byte-identical at every attempt. */
export function composeMail(mail: OutgoingMail, from: Mailbox): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // An object is one address whatever it contains; a string could be parsed as a list.
    to: { name: '', address: mail.recipient },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.created_at),
    messageId: `<${mail.message_id}>`,
    // Suppresses out-of-office replies and other auto-responses.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
