import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { HistoryButton } from '#cms/audit/history-button.tsx';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { adminCalls, historyOf, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { DraftOffer } from '#ui/form/drafts/draft-offer.tsx';
import { useDeviceDraft } from '#ui/form/drafts/use-device-draft.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { mergeValues } from '#ui/form/use-call-form.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import type { FormValues } from '#ui/form/values.ts';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import {
  ContactFields,
  CustomersFields,
  HeroFields,
  IdentityFields,
  SceneFields,
  SearchFields,
  SocialFields,
} from './admin-fields.tsx';
import { PageFields } from './admin-pages.tsx';
import { pageTexts, type SettingsRecord, settingsFields } from './schema.ts';

export default function SettingsAdmin() {
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.siteSettings],
    queryFn: ({ signal }) => api.get<{ data: SettingsRecord }>(adminCalls.siteSettings, { signal }),
    // A refetch would overwrite unsaved edits; saving detects conflicts instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <div className="settings-head">
        <h1 className="screen-title">Site settings</h1>
        <HistoryButton call={historyOf(adminCalls.siteSettings)} name="Site settings" />
      </div>
      {isError && <NotLoaded text="The settings could not be loaded." onRetry={() => refetch()} />}
      {data ? <SettingsForm settings={data.data} /> : !isError && <Loading />}
    </>
  );
}

function SettingsForm({ settings }: { settings: SettingsRecord }) {
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others, dirty, offer, undo } = useSettingsForm(settings);
  useSaveKey(element);
  return (
    <FormProvider {...form}>
      <form className="stack" ref={element} aria-label="Site settings" noValidate onSubmit={submit}>
        {offer && <DraftOffer {...offer} />}
        <ErrorSummary others={others} />
        <fieldset className="stack" disabled={!mayWrite}>
          <IdentityFields image={settings.image} />
          <ContactFields />
          <SocialFields />
          <CustomersFields />
          <HeroFields />
          <SceneFields />
          <PageFields />
          <SearchFields />
        </fieldset>
        <Writers>
          <div className="card settings-foot wrap">
            <UnsavedMark />
            {dirty && (
              <button type="button" className="button button-text" onClick={undo}>
                Undo all
              </button>
            )}
            <SubmitButton idle="Update" busy="Updating" />
          </div>
        </Writers>
      </form>
    </FormProvider>
  );
}

function Loading() {
  return (
    <div className="stack" aria-busy="true">
      {[260, 300, 220].map((height) => (
        <span key={height} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}

const path = adminCalls.siteSettings;
/** Id of the single record in the audit log and in drafts. */
const recordId = 1;

function useSettingsForm(settings: SettingsRecord) {
  const { form, submit, others, dirty, state, dispatch } = useOnlyRecord({
    path,
    record: settings,
    valuesOf,
    onSite: pages.home,
    onShow: () => draft.discard(),
  });
  useLeaveGuard(dirty, 'site settings');
  const draft = useDeviceDraft(
    form,
    () => ({ path, recordId, version: state.current.version, label: 'Site settings' }),
    ({ version, values }) => {
      dispatch({ type: 'restore', version: version ?? state.current.version });
      mergeValues(form, values);
    },
  );

  function undo(): void {
    draft.discard();
    form.reset();
  }

  return { form, submit, others, dirty, offer: draft.offer, undo };
}

function valuesOf(settings: SettingsRecord): FormValues {
  const names = [...settingsFields, ...pageTexts.map(({ field }) => field)];
  return {
    ...Object.fromEntries(names.map((name) => [name, settings[name]])),
    image: '',
    logo_status: settings.logo_status !== 0,
    scene_status: settings.scene_status !== 0,
  };
}
