import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { AccessOnWire } from './schema.ts';

/** The form of the demo access, and what becomes of it when it is saved. */
export function useAccessForm(access: AccessOnWire) {
  const queries = useQueryClient();
  const version = useRef(access.updated_at);
  useEffect(() => {
    version.current = access.updated_at;
  }, [access]);

  const call = useCallForm({
    values: valuesOf(access),
    send: async (values) => {
      const body = { ...values, updated_at: version.current };
      const { data, message } = await api.put<Written<AccessOnWire>>(adminCalls.demoAccess, body);
      show(data);
      notifyDone(message);
    },
    onFailure: async (error) => {
      if (error instanceof CallError && error.status === 409 && error.data) await settleStale(error);
      else notifyFailed(messageOf(error));
    },
  });

  function show(data: AccessOnWire): void {
    queries.setQueryData([adminCalls.demoAccess], { data });
    void queries.invalidateQueries({ queryKey: [adminCalls.demoAccessChanges] });
    call.form.reset(valuesOf(data));
  }

  async function settleStale({ message, data }: CallError): Promise<void> {
    const newer = data as AccessOnWire;
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

  return call;
}

function valuesOf({ demo_link, subject, message, status, updated_at }: AccessOnWire) {
  // Whoever fills it in for the first time means it to be used.
  return { demo_link, demo_password: '', subject, message, status: updated_at === null || status === 1 };
}
