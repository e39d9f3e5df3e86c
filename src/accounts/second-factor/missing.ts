import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { secondFactorOnWire } from './schema.ts';

/** Null: not asked yet. */
let missing: boolean | null = null;

/** Whether nothing but the profile can be used until there is a second factor; asked where the site may want one. */
export async function isSecondFactorMissing(): Promise<boolean> {
  if (!document.querySelector('meta[name="second-factor"]')) return false;
  if (missing !== false) {
    const { data } = await api.get<{ data: z.infer<typeof secondFactorOnWire> }>(calls.accountSecondFactor);
    missing = data.is_missing;
  }
  return missing;
}

export function noteMissing(isMissing: boolean): void {
  missing = isMissing;
}
