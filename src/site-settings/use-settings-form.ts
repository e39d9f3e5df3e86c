import { adminCalls, pages } from '#paths.ts';
import { useOfferedDraft } from '#ui/form/drafts/use-draft.ts';
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
    onShow: () => forget(),
  });
  useLeaveGuard(dirty, 'site settings');
  const { offer, forget } = useOfferedDraft(
    form,
    () => ({ path, recordId, version: version.current, label: 'Site settings' }),
    (draft) => {
      version.current = draft.version ?? version.current;
    },
  );

  function undo(): void {
    forget();
    form.reset();
  }

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
