import { CallForm, ErrorSummary, type FormValues, mergeValues, SubmitButton, versionIn } from '#ui/form/call-form.tsx';
import './admin.css';
import { ChevronDown } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { adminCalls, pages } from '#paths.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { DraftOffer, useDeviceDraft } from '#ui/form/drafts/device-draft.tsx';
import { UnsavedMark, useLeaveGuard, useSaveKey } from '#ui/form/form-card.tsx';
import { OnlyRecordScreen } from '#ui/form/only-record-screen.tsx';
import { fillFields, type SettingsRecord, settingsTexts } from './schema.ts';
import { type Section, sections } from './sections.tsx';

export default function SettingsAdmin() {
  return (
    <OnlyRecordScreen<SettingsRecord> title="Site settings" path={path}>
      {(settings) => <SettingsForm settings={settings} />}
    </OnlyRecordScreen>
  );
}

function SettingsForm({ settings }: { settings: SettingsRecord }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, submitOnly, others, offer } = useSettingsForm(settings);
  useSaveKey(element);

  /** The button of a section saves that section; Enter and Ctrl S save all that was changed. */
  function save(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    const section = sections.find(({ id }) => submitter instanceof HTMLButtonElement && submitter.value === id);
    event.preventDefault();
    if (section) submitOnly(section.names);
    else submit();
  }

  return (
    <CallForm className="stack" ref={element} aria-label="Site settings" form={form} submit={save}>
      {/* What Enter in a field presses. */}
      <button type="submit" hidden />
      {offer && <DraftOffer {...offer} />}
      <ErrorSummary others={others} />
      {sections.map((section) => (
        <SectionCard key={section.id} section={section} settings={settings} />
      ))}
    </CallForm>
  );
}

function SectionCard({ section, settings }: { section: Section; settings: SettingsRecord }) {
  const { id, title, note, names, fields } = section;
  const mayWrite = useMayWrite();
  // A link may name a section, as the first steps do.
  const named = useLocation().hash.slice(1) || sections[0]?.id;
  const [opened, setOpened] = useState(id === named);
  const { resetField } = useFormContext<FormValues>();
  const { dirtyFields, errors } = useFormState<FormValues>();
  const dirty = names.some((name) => dirtyFields[name]);
  // Neither an error nor unsaved text is ever out of sight.
  const open = opened || dirty || names.some((name) => errors[name]);
  return (
    <details
      className="card settings-section"
      open={open}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="card-head">
        <h2>{title}</h2>
        <span className="note">{note}</span>
        <ChevronDown />
      </summary>
      <fieldset className="card-body form-layout" disabled={!mayWrite}>
        {fields(settings)}
      </fieldset>
      <Writers>
        <div className="card-foot">
          {dirty && (
            <>
              <UnsavedMark />
              <button
                type="button"
                className="button button-text"
                onClick={() => {
                  for (const name of names) resetField(name);
                }}
              >
                Undo
              </button>
            </>
          )}
          <SubmitButton idle="Update" busy="Updating" value={id} />
        </div>
      </Writers>
    </details>
  );
}

const path = adminCalls.siteSettings;
/** Id of the single record in the audit log and in drafts. */
const recordId = 1;

function useSettingsForm(settings: SettingsRecord) {
  const { form, submit, submitOnly, others, dirty, state, dispatch } = useOnlyRecord({
    path,
    record: settings,
    valuesOf,
    onSite: pages.home,
    onShow: () => draft.discard(),
  });
  useLeaveGuard(dirty, 'site settings');
  const draft = useDeviceDraft(
    form,
    () => ({ path, recordId, label: 'Site settings', ...versionIn(state.current) }),
    ({ version, values, base = null }) => {
      dispatch({ type: 'restore', version: version ?? state.current.version, base });
      mergeValues(form, values);
    },
  );

  return { form, submit, submitOnly, others, offer: draft.offer };
}

function valuesOf(settings: SettingsRecord): FormValues {
  return {
    ...fillFields(settingsTexts, (name) => settings[name]),
    image: '',
    logo_status: settings.logo_status !== 0,
    scene_status: settings.scene_status !== 0,
    form_fields: settings.form_fields,
  };
}
