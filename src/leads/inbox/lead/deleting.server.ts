import type { Actor } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { addEvent, auditLead, type HeldLead, writeLead } from './data.server.ts';

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

export async function markNotSpam(transaction: Database, actor: Actor, row: HeldLead): Promise<void> {
  if (row.spam === 0) return;
  await writeLead(transaction, row, { spam: 0 });
  await addEvent(transaction, row.id, 'marked_not_spam', actor);
  await auditLead(transaction, actor, 'not_spam', row.id);
}
