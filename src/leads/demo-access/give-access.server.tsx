import { escapeHtml } from '#api/text.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import { mailDocument } from '#mail/mail-document.server.tsx';
import { type FillMail, type Mail, queueMail, replaceUndelivered } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { addEvent } from '../lead/table.server.ts';
import { activeAccess, wholeAccess } from './demo-access.server.ts';
import { fillMail, MailBody, mailPlainText } from './mail-text.tsx';
import type { DemoAccess, Recipient } from './schema.ts';

/** `waiting`: there is no demo access to mail yet; it goes out as soon as one is saved. */
export type AccessMail = 'queued' | 'waiting';

interface MailedLead {
  id: number;
  name: string;
  institute_name: string;
  email: string;
}

/** Queues the mail with the demo link and password, or notes that it waits; in the transaction that stores the request. */
export async function mailAccess(transaction: Database, keys: Keys, request: MailedLead): Promise<AccessMail> {
  const access = await activeAccess(transaction, keys);
  return access ? queueAccess(transaction, access, request) : noteWaiting(transaction, request.id);
}

/** Call before saving the access: all others who change a lead and need the access lock the lead first. */
export async function lockWaiting(transaction: Database): Promise<void> {
  await waitingRequests(transaction).select('id').orderBy('id').forNoKeyUpdate().execute();
}

/** Mails everyone who waits, oldest first, where there is something to mail. Answers how many. */
export async function mailWaiting(transaction: Database, keys: Keys): Promise<number> {
  const access = await activeAccess(transaction, keys);
  if (!access) return 0;
  const waiting = await waitingRequests(transaction)
    .select(['id', 'name', 'institute_name', 'email'])
    .orderBy('id')
    .execute();
  for (const request of waiting) await queueAccess(transaction, access, request);
  return waiting.length;
}

export function countWaiting(database: Database): Promise<number> {
  return countRows(waitingRequests(database));
}

function waitingRequests(database: Database) {
  return database
    .selectFrom('demo_requests')
    .where('access_mail', '=', 'waiting')
    .where('email', '<>', '')
    .where('spam', '=', 0)
    .where('deleted_at', 'is', null);
}

async function queueAccess(transaction: Database, access: DemoAccess, request: MailedLead): Promise<'queued'> {
  const { id, name, institute_name: institute, email } = request;
  const { name: brand } = await siteSettings(transaction);
  const mail = demoMail(access, { name, institute, email }, brand);
  const filed = { kind: 'demo_access', reference: { kind: 'demo_request', id } };
  await replaceUndelivered(transaction, await queueMail(transaction, { ...mail, ...filed }), filed);
  await setState(transaction, id, 'queued');
  await addEvent(transaction, id, 'mail_queued', null);
  return 'queued';
}

async function noteWaiting(transaction: Database, id: number): Promise<'waiting'> {
  await setState(transaction, id, 'waiting');
  await addEvent(transaction, id, 'mail_waiting', null);
  return 'waiting';
}

async function setState(transaction: Database, id: number, state: AccessMail): Promise<void> {
  await transaction.updateTable('demo_requests').set({ access_mail: state }).where('id', '=', id).execute();
}

/** The mail with the demo link, for one person; its password is filled in by whoever sends or shows it. */
export function demoMail(access: DemoAccess, to: Recipient & { email: string }, brand: string): Omit<Mail, 'kind'> {
  const filled = fillMail({ ...access, password: hiddenPassword }, to, brand);
  return {
    to: to.email,
    subject: filled.subject,
    text: mailPlainText(filled),
    html: mailDocument('bn', <MailBody {...filled} />),
  };
}

/** Stands for the password in a mail as it is kept, so that no copy of the database or of a backup tells it. */
export const hiddenPassword = '••••••••';

/** Puts the password into the mails that promise it, when they are sent. */
export function passwordFiller({ database, settings }: { database: Database; settings: Keys }): FillMail {
  return async (mail) => {
    if (!mail.kind.startsWith('demo_access') || !mail.text.includes(hiddenPassword)) return mail;
    const password = (await wholeAccess(database, settings))?.password;
    if (password === undefined) throw new Error(t('The demo password can’t be read. Save it again on its screen.'));
    return {
      subject: mail.subject.replaceAll(hiddenPassword, () => password),
      text: mail.text.replaceAll(hiddenPassword, () => password),
      html: mail.html.replaceAll(hiddenPassword, () => escapeHtml(password)),
    };
  };
}
