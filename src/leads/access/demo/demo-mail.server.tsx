import { renderToStaticMarkup } from 'react-dom/server';
import type { Mail } from '#mail/queue.server.ts';
import { fillMail, plainText } from './filled-mail.ts';
import { MailBody } from './mail-body.tsx';
import type { DemoAccess, Requester } from './schema.ts';

/** The mail with the demo link and password, for one person; what it is for is told by the caller. */
export function demoMail(access: DemoAccess, to: Requester & { email: string }, brand: string): Omit<Mail, 'kind'> {
  const filled = fillMail(access, to, brand);
  const html = [
    '<!DOCTYPE html><html lang="bn"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Mail programs that darken by themselves keep what is said to be light as it is.
    '<meta name="color-scheme" content="light"><title></title></head><body style="margin:0">',
    renderToStaticMarkup(<MailBody {...filled} />),
    '</body></html>',
  ].join('');
  return { to: to.email, subject: filled.subject, text: plainText(filled), html };
}
