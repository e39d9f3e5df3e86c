import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '#server/mail-settings.server.ts';

/** What of a mail goes over the line. There is no place for an attachment or an address of a file, on purpose. */
export interface OutgoingMail {
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}

/** The mail as it is sent: the same bytes of content at every attempt. */
export function composeMail(mail: OutgoingMail, from: Mailbox): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // As an object it is one address, whatever it has in it; as a text it could be read as a list.
    to: { name: '', address: mail.recipient },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.created_at),
    messageId: `<${mail.message_id}>`,
    // Keeps holiday notices and other machines from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
