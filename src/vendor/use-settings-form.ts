import { useEffect, useState } from 'react';
import { adminCalls, pages } from '#paths.ts';
import { type Draft, draftsOf, dropDraft } from '#ui/form/drafts/draft-store.ts';
import { useDraft } from '#ui/form/drafts/use-draft.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { FormValues } from '#ui/form/values.ts';
import { pageTexts, type SettingsOnWire, settingsFields } from './schema.ts';

const path = adminCalls.siteSettings;
/** There is one record, and it has this number in the audit and among the drafts. */
const recordId = 1;

/** Fills the form with the settings, sends it, and deals with what comes back; keeps a draft meanwhile. */
export function useSettingsForm(settings: SettingsOnWire) {
  const { form, submit, others, dirty, version } = useOnlyRecord({
    path,
    record: settings,
    valuesOf,
    onSite: pages.home,
    onShow: forget,
  });
  useLeaveGuard(dirty, 'site settings');
  const draft = useDraft(form, () => ({ path, recordId, version: version.current, label: 'Site settings' }));
  const [offered, setOffered] = useState<Draft | null>(null);
  useEffect(() => {
    void draftsOf(path).then(([latest]) => setOffered(latest ?? null));
  }, []);

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
