import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { secondFactorSchema } from './schema.ts';

/** Null: not loaded yet. */
let missing: boolean | null = null;

/** Whether only the profile is usable until a second factor is set up. Requests it only if the site may require one. */
export async function isSecondFactorMissing(): Promise<boolean> {
  if (!document.querySelector('meta[name="second-factor"]')) return false;
  if (missing !== false) {
    const { data } = await api.get<{ data: z.infer<typeof secondFactorSchema> }>(calls.accountSecondFactor);
    missing = data.is_missing;
  }
  return missing;
}

export function setSecondFactorMissing(isMissing: boolean): void {
  missing = isMissing;
}
