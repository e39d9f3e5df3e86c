import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { notificationSettingsOnWire } from './schema.ts';

export type Settings = z.infer<typeof notificationSettingsOnWire>;

export function useSettings(settings: Settings) {
  const record = useOnlyRecord({ path: calls.notificationSettings, record: settings, valuesOf, bodyOf });
  useLeaveGuard(record.dirty, 'notification settings');
  return record;
}

function valuesOf(settings: Settings): FormValues {
  return {
    sales_addresses: settings.sales_addresses.join('\n'),
    mail_requests: settings.mail_requests,
    mail_digest: settings.mail_digest,
    digest_hour: String(settings.digest_hour),
    quiet_from: String(settings.quiet_from),
    quiet_until: String(settings.quiet_until),
  };
}

function bodyOf(values: FormValues) {
  return {
    ...values,
    sales_addresses: String(values.sales_addresses).split(/[\n,;]/),
    digest_hour: Number(values.digest_hour),
    quiet_from: Number(values.quiet_from),
    quiet_until: Number(values.quiet_until),
  };
}
