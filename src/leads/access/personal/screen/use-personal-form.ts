import { useQueryClient } from '@tanstack/react-query';
import { adminCalls } from '#paths.ts';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { PersonalAccess } from '../schema.ts';

/** The form of the personal access. */
export function usePersonalForm(access: PersonalAccess) {
  const queries = useQueryClient();
  return useOnlyRecord({
    path: adminCalls.personalAccess,
    record: access,
    valuesOf,
    bodyOf,
    onShow: () => void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] }),
  });
}

function valuesOf({ status, url, expires_days, fallback_minutes }: PersonalAccess): FormValues {
  return {
    status: status === 1,
    url,
    expires_days: String(expires_days),
    fallback_minutes: String(fallback_minutes),
  };
}

/** What is no number goes as none, and the answer says so at the field. */
function bodyOf({ expires_days: days, fallback_minutes: minutes, ...values }: FormValues) {
  return { ...values, expires_days: numberOf(days), fallback_minutes: numberOf(minutes) };
}

function numberOf(text: unknown): number | null {
  return text === '' ? null : Number(text);
}
