import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminCalls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { type Draft, draftsOf, dropDraft } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import type { FormValues } from '#ui/form/values.ts';
import { pageTexts, type SettingsOnWire, settingsFields } from './schema.ts';

const path = adminCalls.siteSettings;
/** There is one record, and it has this number in the audit and among the drafts. */
const recordId = 1;

/** Fills the form with the settings, sends it, and deals with what comes back; keeps a draft meanwhile. */
export function useSettingsForm(settings: SettingsOnWire) {
  const queries = useQueryClient();
  /** What the settings were when they were read: a save must not overwrite anything newer unasked. */
  const version = useRef(settings.updated_at);
  const { form, submit, others } = useCallForm({
    values: valuesOf(settings),
    send: async (values) => {
      const { data, message } = await api.put<Written<SettingsOnWire>>(path, {
        ...values,
        updated_at: version.current,
      });
      show(data);
      notifyDone(message, pages.home);
    },
    onFailure: async (error) => {
      if (error instanceof CallError && error.status === 409 && error.data) await settleStale(error);
      else notifyFailed(messageOf(error));
    },
  });
  const dirty = form.formState.isDirty;
  useLeaveGuard(dirty, 'site settings');
  const draft = useDraft(form, () => ({ path, recordId, version: version.current, label: 'Site settings' }));
  const [offered, setOffered] = useState<Draft | null>(null);
  useEffect(() => {
    void draftsOf(path).then(([latest]) => setOffered(latest ?? null));
  }, []);

  function show(data: SettingsOnWire): void {
    version.current = data.updated_at;
    queries.setQueryData([path], { data });
    forget();
    form.reset(valuesOf(data));
  }

  async function settleStale({ message, data }: CallError): Promise<void> {
    const newer = data as SettingsOnWire;
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

  function takeDraft(): void {
    if (!offered) return;
    for (const [name, value] of Object.entries(offered.values)) form.setValue(name, value, { shouldDirty: true });
    version.current = offered.version ?? version.current;
    setOffered(null);
  }

  function forget(): void {
    draft.forget();
    setOffered(null);
    void dropDraft(path, recordId);
  }

  function undo(): void {
    forget();
    form.reset();
  }

  const offer = offered && !dirty ? { draft: offered, onTake: takeDraft, onDrop: forget } : null;
  return { form, submit, others, dirty, offer, undo };
}

function valuesOf(settings: SettingsOnWire): FormValues {
  const names = [...settingsFields, ...pageTexts.map(({ field }) => field)];
  return {
    ...Object.fromEntries(names.map((name) => [name, settings[name]])),
    image: '',
    logo_status: settings.logo_status !== 0,
  };
}
