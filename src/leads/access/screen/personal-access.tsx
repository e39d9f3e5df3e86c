import './personal-access.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { adminCalls, historyOf } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { HistoryButton } from '#ui/admin/history/history-button.tsx';
import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useOnlyRecord } from '#ui/form/use-only-record.ts';
import type { FormValues } from '#ui/form/values.ts';
import { Secret } from '../../outgoing/screen/secret.tsx';
import { TryOut } from '../../outgoing/screen/try-out.tsx';
import type { PersonalAccess, WebhookCall } from '../schema.ts';
import { CallLog } from './call-log.tsx';

/** Whether each lead gets a link and a password of its own, which the vendor's demo system makes; and how that goes. */
export function PersonalAccessCards({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { data, isError, refetch } = usePersonalAccess();
  if (data) {
    return (
      <div className="demo-access">
        <Form access={data.data} onDirty={onDirty} />
        <CallLog isOn={data.data.status === 1} />
      </div>
    );
  }
  if (!isError) return <span className="skeleton demo-skeleton" />;
  return <NotLoaded text="The personal access could not be loaded." onRetry={() => refetch()} />;
}

function Form({ access, onDirty }: { access: PersonalAccess; onDirty: (dirty: boolean) => void }) {
  const { form, submit, others, dirty } = usePersonalForm(access);
  const mayWrite = useMayWrite();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <FormProvider {...form}>
      <form className="card" aria-labelledby="personal-title" noValidate onSubmit={submit}>
        <div className="card-head">
          <h2 id="personal-title">Personal access</h2>
          <span className="card-tools">
            <UnsavedMark />
            <HistoryButton call={historyOf(adminCalls.personalAccess)} name="Personal access" />
          </span>
        </div>
        <div className="card-body">
          <ErrorSummary others={others} />
          <fieldset className="form-grid" disabled={!mayWrite}>
            <StatusSwitch
              label="Personal access"
              active="The demo system makes one for each requester"
              inactive="Everyone gets the link and password above"
            />
            <TextField
              name="url"
              label="Address of the demo system"
              type="url"
              placeholder="https://"
              hint="It gets a signed call for each request, and answers link and password."
            />
            <PersonalSecret access={access} />
            <TextField name="expires_days" label="Valid for (days)" type="number" required span={6} />
            <TextField
              name="fallback_minutes"
              label="Wait for an answer (minutes)"
              type="number"
              required
              span={6}
              hint="Then the link and password above are mailed."
            />
            <WhatIsAsked />
          </fieldset>
        </div>
        <Writers>
          <div className="card-foot">
            <Trial first={dirty || access.url === '' || !access.secret_set ? 'Save first to send a test.' : null} />
            <SubmitButton idle="Save" busy="Saving" />
          </div>
        </Writers>
      </form>
    </FormProvider>
  );
}

/** The form of the personal access. */
function usePersonalForm(access: PersonalAccess) {
  const queries = useQueryClient();
  return useOnlyRecord({
    path: adminCalls.personalAccess,
    record: access,
    valuesOf,
    bodyOf,
    onShow: () => void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] }),
  });
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

/** The settings of the personal access, as they are saved. */
export function usePersonalAccess() {
  return useQuery({
    queryKey: [adminCalls.personalAccess],
    queryFn: ({ signal }) => api.get<{ data: PersonalAccess }>(adminCalls.personalAccess, { signal }),
    // What is typed must not be filled over by a newer state; a save asks instead.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** For whoever writes the other side. */
function WhatIsAsked() {
  return (
    <details className="personal-asked">
      <summary>What the demo system gets, and what it answers</summary>
      <p>
        A POST with JSON, signed as the Standard Webhooks have it (<code>webhook-id</code>,{' '}
        <code>webhook-timestamp</code>, <code>webhook-signature</code>). The same <code>webhook-id</code> is the same
        request again. A test has the event <code>test</code>.
      </p>
      <pre>{question}</pre>
      <p>
        It answers within 10 seconds. Of link and password it may leave one out, which then is the common one; without{' '}
        <code>expires_at</code> the days above count.
      </p>
      <pre>{answer}</pre>
    </details>
  );
}

const question = `{
  "event": "request.created",
  "id": "msg_…",
  "request": {
    "id": 12,
    "name": "…",
    "institute_name": "…",
    "number": "+8801…",
    "email": "…",
    "students": null,
    "package": null,
    "created_at": "…"
  },
  "expires_in_days": 14
}`;

const answer = `{
  "link": "https://demo.example.com/r/12",
  "password": "…",
  "expires_at": "2026-12-05"
}`;

/** Asks the demo system as for a request of the sample. */
function Trial({ first }: { first: string | null }) {
  const queries = useQueryClient();

  async function send() {
    try {
      const { data, message } = await api.post<Written<WebhookCall>>(adminCalls.personalAccessTest, {});
      return { text: message, bad: data.error !== null };
    } finally {
      void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] });
    }
  }

  return <TryOut first={first} send={send} />;
}

/** What calls are signed with, where it can be read. */
function PersonalSecret({ access }: { access: PersonalAccess }) {
  const { secret_set: isSet, old_secret_until: oldUntil, updated_at: savedAt } = access;
  const queries = useQueryClient();
  if (!isSet && savedAt === null) return <p className="note">A secret for signing is made when this is saved.</p>;
  if (!isSet) {
    return (
      <div className="notice notice-bad" role="status">
        <p>
          The secret can’t be read with the secret of this server, so nobody is asked and everyone gets the common
          access. Save to make a new one.
        </p>
      </div>
    );
  }
  return (
    <Secret
      oldUntil={oldUntil}
      showCall={adminCalls.personalAccessSecret}
      changeCall={adminCalls.personalAccessNewSecret}
      onChanged={async () => {
        await queries.invalidateQueries({ queryKey: [adminCalls.personalAccess] });
        void queries.invalidateQueries({ queryKey: [adminCalls.personalAccessLog] });
      }}
    />
  );
}
