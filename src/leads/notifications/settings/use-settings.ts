import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { notificationSettingsOnWire } from './schema.ts';

export type Settings = z.infer<typeof notificationSettingsOnWire>;

/** Fills the form with the settings, sends it, and deals with what comes back. */
export function useSettings(settings: Settings) {
  const queries = useQueryClient();
  /** What the settings were when they were read: a save must not overwrite anything newer unasked. */
  const version = useRef(settings.updated_at);
  const { form, submit, others } = useCallForm({
    values: valuesOf(settings),
    send: async (values) => {
      const body = { ...bodyOf(values), updated_at: version.current };
      const { data, message } = await api.put<Written<Settings>>(calls.notificationSettings, body);
      show(data);
      notifyDone(message);
    },
    onFailure: async (error) => {
      if (error instanceof CallError && error.status === 409 && error.data) await settleStale(error);
      else notifyFailed(messageOf(error));
    },
  });
  const dirty = form.formState.isDirty;
  useLeaveGuard(dirty, 'notification settings');

  function show(data: Settings): void {
    version.current = data.updated_at;
    queries.setQueryData([calls.notificationSettings], { data });
    form.reset(valuesOf(data));
  }

  async function settleStale({ message, data }: CallError): Promise<void> {
    const newer = data as Settings;
    const load = await ask({
      title: 'This was changed meanwhile',
      text: `${message} Keep your text, and submitting again replaces theirs; or load the newer one.`,
      proceed: 'Load the newer one',
      cancel: 'Keep my text',
      tone: 'unsaved',
    });
    if (load) show(newer);
    else version.current = newer.updated_at;
  }

  return { form, submit, others, dirty };
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
