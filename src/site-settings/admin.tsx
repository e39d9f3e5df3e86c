import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { DraftOffer } from '#ui/form/drafts/draft-offer.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import { ContactFields, HeroFields, IdentityFields, SocialFields } from './admin-fields.tsx';
import { PageFields } from './admin-pages.tsx';
import type { SettingsOnWire } from './schema.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The facts about the vendor that the whole site shows. */
export default function SettingsAdmin() {
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.siteSettings],
    queryFn: ({ signal }) => api.get<{ data: SettingsOnWire }>(adminCalls.siteSettings, { signal }),
    // What is typed must not be filled over by a newer state; a save asks instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <h1 className="screen-title">Site settings</h1>
      {isError && <NotLoaded text="The settings could not be loaded." onRetry={() => refetch()} />}
      {data ? <SettingsForm settings={data.data} /> : !isError && <Loading />}
    </>
  );
}

function SettingsForm({ settings }: { settings: SettingsOnWire }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others, dirty, offer, undo } = useSettingsForm(settings);
  useSaveKey(element);
  return (
    <FormProvider {...form}>
      <form className="stack" ref={element} aria-label="Site settings" noValidate onSubmit={submit}>
        {offer && <DraftOffer {...offer} />}
        <ErrorSummary others={others} />
        <IdentityFields image={settings.image} />
        <ContactFields />
        <SocialFields />
        <HeroFields />
        <PageFields />
        <div className="card settings-foot">
          <UnsavedMark />
          {dirty && (
            <button type="button" className="button button-text" onClick={undo}>
              Undo all
            </button>
          )}
          <SubmitButton idle="Update" busy="Updating" />
        </div>
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
