import { bengaliDigits } from '#api/text.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { inLanguage, translate } from '#i18n/locale.server.ts';
import { language, t } from '#i18n/text.ts';
import { type MailPart, renderMailParts } from '#mail/mail-document.server.tsx';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countUse } from '#platform/http/limits/rate-limits.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { deviceOf, type Sender, selectOwners } from './data.server.ts';

/** Security notices that are mailed to the owner of an account, in case somebody else made the change. */
const notices = t({
  'email changed': {
    subject: 'The e-mail address of your account was changed',
    what: 'The e-mail address of your account was changed. From now on you sign in with the new one; no more mail comes to this address.',
    otherwise: 'If it was not you, tell whoever looks after the website at once.',
  },
  'password changed': {
    subject: 'The password of your account was changed',
    what: 'The password of your account was changed. All other devices were signed out.',
    otherwise: 'If it was not you, set a new password at once by ‘Forgot password?’ on the sign-in page.',
  },
  'password reset': {
    subject: 'A new password was set for your account',
    what: 'A new password was set for your account by the link in a mail. All devices were signed out.',
    otherwise:
      'If it was not you, somebody else reads your mail: change the password of your mailbox first, then that of this account.',
  },
  'new browser': {
    subject: 'Your account was signed in from a new browser',
    what: 'Your account was signed in from a browser that it was never signed in from before.',
    otherwise: 'If it was not you, change your password at once: that signs out all other devices.',
  },
  'second factor added': {
    subject: 'Your account has another second factor',
    what: 'An app or a passkey was added to your account as a second factor.',
    otherwise: 'If it was not you, change your password at once, and remove it in your profile.',
  },
  'second factor removed': {
    subject: 'A second factor of your account was removed',
    what: 'A second factor (an app or a passkey) was removed in your profile.',
    otherwise: 'If it was not you, change your password at once, and add the second factor again.',
  },
  'second factor taken off': {
    subject: 'The second factor of your account was taken off',
    what: 'One of those who look after the website took off your second factor. All devices were signed out; your password alone signs in now.',
    otherwise: 'If you did not want this, tell them at once, and change your password.',
  },
  'account reset': {
    subject: 'The access to your account was reset',
    what: 'Whoever runs the website reset the access to your account on the server. All devices were signed out, and the second factor was taken off.',
    otherwise: 'If you did not want this, tell whoever runs the website at once.',
  },
  'second step failed': {
    subject: 'Somebody tried to sign in with your password',
    what: 'Somebody entered the right password of your account, but five times a wrong code in the second step. Nobody was signed in.',
    otherwise: 'If it was not you, somebody else knows your password: change it at once.',
  },
  'recovery codes made': {
    subject: 'New recovery codes were made for your account',
    what: 'New recovery codes were made for your account. The ones before no longer work.',
    otherwise: 'If it was not you, change your password at once, and make the codes again.',
  },
  'recovery code used': {
    subject: 'A recovery code of your account was used',
    what: 'A recovery code of your account was used. It no longer works.',
    otherwise: 'If it was not you, change your password at once, and make new recovery codes in your profile.',
  },
});

export type Notice = keyof typeof notices;

/** Formats as `2026-12-05 20:30`. */
const inDhaka = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' });

/** Per account and kind of notice: a client without cookies signs in as a new device every time. */
const dailyLimit = { most: 10, seconds: 86_400 };

/** A notice older than a week is not sent any more. */
const usefulSeconds = 7 * 86_400;

/**
 * Queues a notice in the same transaction as the change. It has no link, so that users do not get used to links that
 * phishing could imitate. An account with an undeliverable address gets none.
 */
export async function notifyOwner(
  transaction: Database,
  owner: { id: number; email: string },
  notice: Notice,
  sender: Sender,
): Promise<void> {
  if (!isOneAddress(owner.email)) return;
  if ((await countUse(transaction, `notice ${notice} ${owner.id}`, dailyLimit)) > 0) return;
  const from = [...deviceOf(sender.userAgent), sender.network].join(', ');
  await queueNotice(transaction, owner, notices[notice], () => [t`Account: ${owner.email}`], from);
}

/** Notices that are mailed to every owner, whichever owner made the change. */
const ownerNotices = t({
  'owner changed': {
    subject: 'An owner of the website has changed',
    what: 'One of the owners, who may do everything in the back office of the website, was added, was removed, or has another e-mail address.',
  },
  'factor changed': {
    subject: 'The second factor of a colleague has changed',
    what: 'A second factor (an app or a passkey) of one of your colleagues was added, removed, or taken off.',
  },
  'token made': {
    subject: 'A token for a program was made',
    what: 'An owner of the website made a token, with which a program may work in the back office without signing in.',
  },
  'outbound address changed': {
    subject: 'An address that gets data of leads has changed',
    what: 'One of the outside addresses to which the website sends the names and numbers of those who ask for a demo was added, changed, or removed.',
  },
  'mail redirected': {
    subject: 'A mail of the website was sent to another address',
    what: 'A mail from the outbox of the website was sent to another address than the one it was written to.',
  },
  'mail server changed': {
    subject: 'The mail server of the website has changed',
    what: 'The server by which the website sends its mails, new passwords among them, was changed in the back office. For seven days every owner can put the one before back there, by one button at the top of every screen.',
  },
  'demo access changed': {
    subject: 'The demo link or the demo password has changed',
    what: 'The link or the password that the website mails to those who ask for a demo was changed.',
  },
});

const ifNobodyKnows = t(
  'If neither you nor a colleague did this, change your password at once, and look on the screen Activity of the back office what else was done.',
);

/**
 * Queues a notice for every active owner. It runs before the change is written, so that an owner who loses the role
 * gets it too. `what` names the account or address; `except` gets a notice of their own. Returns the ids of the mails.
 */
export async function notifyOwners(
  transaction: Database,
  actor: Actor | 'command',
  notice: keyof typeof ownerNotices,
  what: string,
  except: number | null = null,
): Promise<number[]> {
  const owners = await selectOwners(transaction)
    .select(['id', 'email'])
    .$if(except !== null, (rows) => rows.where('id', '!=', except))
    .orderBy('id')
    .execute();
  const isCommand = actor === 'command';
  const facts = () => [
    t`Which: ${what}`,
    t`Who did it: ${isCommand ? t('whoever runs the server') : actor.user.email}`,
  ];
  const texts = { ...ownerNotices[notice], otherwise: ifNobodyKnows };
  const ids: number[] = [];
  for (const owner of owners) {
    if (!isOneAddress(owner.email)) continue;
    if ((await countUse(transaction, `notice ${notice} ${owner.id}`, dailyLimit)) > 0) continue;
    ids.push(await queueNotice(transaction, owner, texts, facts, isCommand ? 'command' : actor.network));
  }
  return ids;
}

function queueNotice(
  transaction: Database,
  to: { id: number; email: string },
  { subject, what, otherwise }: { subject: string; what: string; otherwise: string },
  facts: () => string[],
  from: string,
): Promise<number> {
  const now = inDhaka.format(new Date());
  return mailStaff(transaction, to, () => {
    const when = language() === 'bn' ? `${bengaliDate(now)}, ${bengaliDigits(now.slice(11))}` : now;
    const where = [t`When: ${when} (Bangladesh time)`, t`Device and network: ${from}`];
    const paragraphs = [[t('Assalamu alaikum.')], [what], [...facts(), ...where], [otherwise]];
    const parts = paragraphs.map((lines) => ({ lines: lines.map((text) => ({ text: translate(text) })) }));
    return { subject: translate(subject), parts, kind: 'account_notice', usefulSeconds };
  });
}

export interface StaffMail extends Omit<Mail, 'to' | 'text' | 'html'> {
  /** Why the recipient gets it. */
  reason?: string;
  parts: MailPart[];
}

/**
 * Queues a mail in the language of its reader's office, which is English until another is chosen; also for addresses
 * without an account. The id finds an account that has another address by now. Returns the id of the mail.
 */
export async function mailStaff(
  transaction: Database,
  { id = 0, email }: { id?: number; email: string },
  compose: (brand: string) => StaffMail,
): Promise<number> {
  const { name } = await siteSettings(transaction);
  const user = transaction
    .selectFrom('users')
    .select('language')
    .where(({ eb, or }) => or([eb('id', '=', id), eb('email', '=', email)]));
  const lang = (await user.executeTakeFirst())?.language ?? 'en';
  const { reason, parts, ...mail } = inLanguage(lang, () => compose(name));
  return queueMail(transaction, { ...mail, ...renderMailParts({ lang, brand: name, reason }, parts), to: email });
}
