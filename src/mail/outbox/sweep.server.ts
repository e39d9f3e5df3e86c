import { momentIn } from '#server/database/time.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { SweepJob } from '#server/sweep.server.ts';

const days = 90;

/** Mails that belong to no record, such as notices to staff, go some time after they were sent; the others with their record. */
export function outboxSweepJobs({ database }: Pick<Foundations, 'database'>): SweepJob[] {
  return [{ name: 'old mails', run: () => sweepMails(database) }];
}

async function sweepMails(database: Foundations['database']): Promise<void> {
  await database
    .deleteFrom('mails')
    .where('state', 'in', ['sent', 'cancelled'])
    .where('reference_id', 'is', null)
    .where('updated_at', '<', momentIn(database, -days * 86_400))
    .execute();
}
