import { databaseNow } from '#server/database/time.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { sendDigest } from './data.server.ts';

/** How often an instance looks whether the morning's digest is due, in milliseconds. */
const lookEvery = 60_000;

/** Sends the digest when its hour has come, by the database's clock: the instances agree on it. */
export function startDigestClock({ http, database, settings, log }: Foundations): void {
  const timer = setInterval(() => {
    look().catch((error: Error) => log.warn({ event: 'digest_failed', reason: error.message }));
  }, lookEvery).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function look(): Promise<void> {
    const mails = await sendDigest(database, await databaseNow(database), settings.publicUrl);
    if (mails > 0) log.info({ event: 'digest_queued', mails });
  }
}
