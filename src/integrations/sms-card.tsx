import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { HistoryButton } from '#cms/audit/history-button.tsx';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { adminCalls, historyOf } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import type { SmsSettings, Tried } from './schema.ts';
import { SmsText } from './sms-text.tsx';
import { TryOut } from './try-out.tsx';

/** The gateway that brings texts to phones, by one address. */
export function SmsCard({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.sms],
    queryFn: ({ signal }) => api.get<{ data: SmsSettings }>(adminCalls.sms, { signal }),
    // What is typed must not be filled over by a newer state; a save asks instead.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Form settings={data.data} onDirty={onDirty} />;
  return isError ? (
    <Failed what="SMS gateway" onRetry={() => void refetch()} />
  ) : (
    <span className="skeleton" style={{ height: 320 }} />
  );
}

function Form({ settings, onDirty }: { settings: SmsSettings; onDirty: (dirty: boolean) => void }) {
  const { form, submit, others, dirty } = useOnlyRecord({
    path: adminCalls.sms,
    record: settings,
    valuesOf: ({ status, url }) => ({ status: status === 1, url }),
  });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <section className="card" aria-labelledby="sms-title">
      <FormProvider {...form}>
        <form aria-labelledby="sms-title" noValidate onSubmit={submit}>
          <div className="card-head">
            <h2 id="sms-title">SMS</h2>
            <span className="card-tools">
              <UnsavedMark />
              <HistoryButton call={historyOf(adminCalls.sms)} name="SMS gateway" />
            </span>
          </div>
          <div className="card-body">
            <ErrorSummary others={others} />
            <div className="form-grid">
              <StatusSwitch label="SMS" active="Staff send texts from a lead" inactive="No lead has a button for it" />
              <TextField
                name="url"
                label="Address of the gateway"
                type="url"
                placeholder="https://sms.example.com/send?key=…&to={number}&text={text}"
                hint="{number} becomes the number as 8801…, {text} the text, and {id}, if it is there, a name that is the same at every attempt. It is called with GET, and kept encrypted for the key in it."
              />
            </div>
          </div>
          <div className="card-foot">
            <SubmitButton idle="Save" busy="Saving" />
          </div>
        </form>
      </FormProvider>
      <div className="card-body">
        <Trial first={dirty || settings.url === '' ? 'Save the address first to send a test.' : null} />
      </div>
    </section>
  );
}

/** One real text to a number of one's own. It costs what a text costs. */
function Trial({ first }: { first: string | null }) {
  const [number, setNumber] = useState('');
  const [text, setText] = useState('প্রাঙ্গণ থেকে পরীক্ষা।');

  async function send() {
    const { data, message } = await api.post<Written<Tried>>(adminCalls.smsTest, { number, text });
    return { text: data.answer ? `${message}: ${data.answer}` : message, bad: data.error !== null };
  }

  return (
    <fieldset className="gateway-try">
      <legend className="sr-only">Try it out</legend>
      <div className="field">
        <label htmlFor="sms-test-number">Number for a test</label>
        <input
          id="sms-test-number"
          className="control"
          type="tel"
          placeholder="01712-345678"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </div>
      <SmsText id="sms-test-text" label="Text" value={text} onChange={setText} />
      <div className="webhook-tools">
        <TryOut first={first} send={send} />
      </div>
    </fieldset>
  );
}
