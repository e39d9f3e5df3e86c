import { z } from 'zod';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { optionalLine } from '#server/fields/texts.server.ts';
import { personalAccessLimits as limits } from '../schema.ts';
import { addressRefusal } from '../webhook/addresses.server.ts';

/** What the card of the personal access sends. `loopback`: whether the demo system may be on this machine. */
export function personalAccessForm(loopback: boolean) {
  return z
    .object({
      status: statusField,
      url: optionalLine('address', limits.url).superRefine((url, context) => {
        const refusal = url ? addressRefusal(url, loopback) : null;
        if (refusal) context.addIssue(refusal);
      }),
      expires_days: wholeNumber('days', limits.expiresDays),
      fallback_minutes: wholeNumber('minutes', limits.fallbackMinutes),
      updated_at: versionField,
    })
    .transform(({ status, url, expires_days, fallback_minutes, updated_at }) => ({
      status,
      url: url ?? '',
      expiresDays: expires_days,
      fallbackMinutes: fallback_minutes,
      updatedAt: updated_at,
    }));
}

export type PersonalAccessForm = z.output<ReturnType<typeof personalAccessForm>>;

function wholeNumber(what: string, most: number) {
  const error = `Write a number of ${what} from 1 to ${most}.`;
  return z.int({ error }).min(1, error).max(most, error);
}
