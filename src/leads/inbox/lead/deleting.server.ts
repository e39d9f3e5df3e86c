import type { Actor } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import { countUse, limitKey } from '#server/limits.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { type AccessMail, markNotSpam as mailAsNotSpam, resendDemoMail } from '../../access/mail/data.server.ts';
import { resendsADay } from '../schema.ts';
import { addEvent, auditLead, type HeldLead, writeLead } from './data.server.ts';

/** What the password in the mails is encrypted with. */
type Keys = Pick<Settings, 'secret'>;

/** Into the trash. */
export async function deleteLead(transaction: Database, actor: Actor, row: HeldLead): Promise<void> {
  await writeLead(transaction, row, { deleted_at: new Date().toISOString() });
  await addEvent(transaction, row.id, 'deleted', actor);
  await auditLead(transaction, actor, 'delete', row.id);
}

/** Out of the trash. */
export async function restoreLead(transaction: Database, actor: Actor, row: HeldLead): Promise<void> {
  await writeLead(transaction, row, { deleted_at: null });
  await addEvent(transaction, row.id, 'restored', actor);
  await auditLead(transaction, actor, 'restore', row.id);
}

/** Hides it from everyone who does not ask for spam. */
export async function markSpam(transaction: Database, actor: Actor, row: HeldLead): Promise<void> {
  if (row.spam === 1) return;
  await writeLead(transaction, row, { spam: 1 });
  await addEvent(transaction, row.id, 'marked_spam', actor);
  await auditLead(transaction, actor, 'spam', row.id);
}

/** The person then gets the mail that was promised and held back, and staff are told as of a new request. */
export async function markNotSpam(
  transaction: Database,
  actor: Actor,
  row: HeldLead,
  settings: Keys & Pick<Settings, 'publicUrl'>,
): Promise<void> {
  if (row.spam === 0) return;
  await mailAsNotSpam(transaction, settings, row.id);
  await addEvent(transaction, row.id, 'marked_not_spam', actor);
  await auditLead(transaction, actor, 'not_spam', row.id);
}

/** Mails link and password once more. @throws {Refusal} 422 without an address, 429 for more than anybody wants */
export async function resendMail(transaction: Database, actor: Actor, row: HeldLead, keys: Keys): Promise<AccessMail> {
  if (row.email === '') throw invalid({ email: ['This lead has no e-mail address.'] });
  if (row.spam === 1) throw new Refusal(409, 'This lead is marked as spam. Mark it as not spam first.');
  const wait = await countUse(transaction, limitKey('lead-resend', String(row.id)), {
    most: resendsADay,
    seconds: 86_400,
  });
  if (wait > 0) throw new Refusal(429, `This lead was mailed ${resendsADay} times today.`, { retryAfter: wait });
  const mail = await resendDemoMail(transaction, keys, row.id);
  await addEvent(transaction, row.id, 'mail_resent', actor);
  await auditLead(transaction, actor, 'resend', row.id);
  return mail;
}
