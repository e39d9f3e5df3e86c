import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { askWhoseText } from '#ui/form/ask-whose-text.ts';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { PersonalAccess } from '../schema.ts';

/** The form of the personal access. Its screen, which has another form too, asks before it is left unsaved. */
export function usePersonalForm(access: PersonalAccess) {
  const queries = useQueryClient();
  const version = useRef(access.updated_at);
  useEffect(() => {
    version.current = access.updated_at;
  }, [access]);

  const call = useCallForm({
    values: valuesOf(access),
    send: async (values) => {
      const body = { ...bodyOf(values), updated_at: version.current };
      const { data, message } = await api.put<Written<PersonalAccess>>(adminCalls.personalAccess, body);
      show(data);
      notifyDone(message);
    },
    onFailure: async (error) => {
      if (error instanceof CallError && error.status === 409 && error.data) await settleStale(error);
      else notifyFailed(messageOf(error));
    },
  });

  function show(data: PersonalAccess): void {
    queries.setQueryData([adminCalls.personalAccess], { data });
    void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] });
    call.form.reset(valuesOf(data));
  }

  async function settleStale({ message, data }: CallError): Promise<void> {
    const newer = data as PersonalAccess;
    if (await askWhoseText(message)) show(newer);
    else version.current = newer.updated_at;
  }

  return call;
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
