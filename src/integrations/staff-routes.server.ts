import { z } from 'zod';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import type { StaffRequest } from '#platform/session/sessions.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';

/** The own password, before a secret is shown. */
export const passwordForm = z.object({
  current_password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.'),
});

interface Test {
  /** What is tried out, in the audit. */
  kind: string;
  recordId?: number;
  limit: string;
  /** In the message, as in 'test mails'. */
  what: string;
  /** In an hour. */
  most: number;
}

/** Counts a test with its limit, and writes it down in the audit. @throws {HttpError} 429 over the limit of this hour */
export async function noteTest(
  transaction: Database,
  keys: Keys,
  request: StaffRequest,
  { kind, recordId = 1, limit, what, most }: Test,
): Promise<void> {
  const key = limitKey(keys, limit, String(request.staff.user.id));
  const wait = await countUse(transaction, key, { most, seconds: 3_600 });
  if (wait > 0) throw new HttpError(429, t`Too many ${what}. Try again in ${wait} s.`, { retryAfter: wait });
  await recordChange(transaction, actorOf(request), { action: 'test', kind, recordId });
}
