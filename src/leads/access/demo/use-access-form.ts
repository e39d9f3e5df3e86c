import { useQueryClient } from '@tanstack/react-query';
import { adminCalls } from '#paths.ts';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { AccessOnWire } from './schema.ts';

/** The form of the demo access, and what becomes of it when it is saved. */
export function useAccessForm(access: AccessOnWire) {
  const queries = useQueryClient();
  return useOnlyRecord({
    path: adminCalls.demoAccess,
    record: access,
    valuesOf,
    onShow: () => void queries.invalidateQueries({ queryKey: [adminCalls.demoAccessChanges] }),
  });
}

function valuesOf({ demo_link, subject, message, status, updated_at }: AccessOnWire): FormValues {
  // Whoever fills it in for the first time means it to be used.
  return { demo_link, demo_password: '', subject, message, status: updated_at === null || status === 1 };
}
