import { sweepFailures } from '#server/failed-attempts.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { sweepLimits } from '#server/limits.server.ts';
import { sweepSessions } from '#server/session/sessions.server.ts';
import { HashQueue } from './hash-queue.server.ts';
import { passwordResetApi } from './password-reset/api.server.ts';
import { sweepResetLinks } from './password-reset/data.server.ts';
import { profileApi } from './profile/api.server.ts';
import { signInApi } from './sign-in/api.server.ts';

/** How often what ended is removed, in milliseconds. */
const sweepEvery = 10 * 60_000;

export function accountsApi(foundations: Foundations): void {
  const hashes = new HashQueue();
  signInApi(foundations, hashes);
  passwordResetApi(foundations, hashes);
  profileApi(foundations, hashes);
  sweepNowAndThen(foundations);
}

function sweepNowAndThen({ http, log, database }: Foundations): void {
  const timer = setInterval(() => {
    sweep().catch((error: Error) => log.warn({ event: 'sweep_failed', reason: error.message }));
  }, sweepEvery).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function sweep(): Promise<void> {
    await sweepSessions(database);
    await sweepResetLinks(database);
    await sweepFailures(database);
    await sweepLimits(database);
  }
}
