import { useQuery } from '@tanstack/react-query';
import { Eye, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { t } from '#i18n/text.ts';
import { adminCalls, withId } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { answerAt, useReload } from '#ui/admin/calls/use-answer.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { HiddenSecret } from '#ui/admin/hidden-secret.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import { type Endpoint, hostOf, isGateway, type Tried } from './schema.ts';

/** The secret of an endpoint, and a test of it. */
export function EndpointDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  return (
    <Modal title={hostOf(opened.url)} onClose={onClose}>
      {opened.secret_set && !isGateway(opened) && <Secret opened={opened} />}
      <Test endpoint={opened} />
    </Modal>
  );
}

/** What calls are signed with. */
function Secret({ opened }: { opened: Endpoint }) {
  const reload = useReload();
  const { data } = useQuery({
    ...answerAt<{ data: Endpoint }>(`${adminCalls.webhooks}/${opened.id}`),
    initialData: { data: opened },
  });
  const { old_secret_until: oldUntil } = data.data;
  const askAt = (call: string) => async (values: FormValues) => {
    const { data } = await api.post<{ data: { secret: string } }>(withId(call, opened.id), values);
    await reload();
    return data.secret;
  };
  return (
    <div className="field">
      <span className="label">Secret</span>
      <HiddenSecret
        ways={t([
          {
            button: 'Show the secret',
            Icon: Eye,
            title: 'Show the secret',
            why: 'It is written down that you asked.',
            ask: askAt(adminCalls.webhookSecret),
          },
          {
            button: 'Make a new one',
            Icon: RefreshCw,
            title: 'Make a new secret',
            why: 'A new secret is made and shown. The old one signs beside it for 24 hours, so that the receiver can change over.',
            ask: askAt(adminCalls.webhookNewSecret),
          },
        ])}
      />
      {oldUntil && (
        <p className="note">The secret before this one signs too, until {timeOfDay(Date.parse(oldUntil))}.</p>
      )}
    </div>
  );
}

/** Calls it as for a lead; a gateway with a real text, which costs what a text costs. */
function Test({ endpoint }: { endpoint: Endpoint }) {
  const isSms = isGateway(endpoint);
  const [result, setResult] = useState<{ text: string; isBad: boolean } | null>(null);
  const { form, submit } = useCallForm({
    values: isSms ? { number: '', text: 'প্রাঙ্গণ থেকে পরীক্ষা।' } : {},
    send: async (values) => {
      const path = withId(adminCalls.webhookTest, endpoint.id);
      const { data, message } = await api.post<Written<Tried>>(path, values);
      setResult({ text: isSms && data.answer ? `${message}: ${data.answer}` : message, isBad: data.error !== null });
    },
    onFailure: (error) => setResult({ text: messageOf(error), isBad: true }),
  });
  return (
    <CallForm {...{ form, submit }} className="endpoint-test" aria-label="Test">
      {isSms && (
        <>
          <TextField name="number" label="Number" type="tel" required placeholder="01712-345678" />
          <TextArea name="text" label="Text" required />
        </>
      )}
      <p className={result?.isBad ? 'field-error' : 'note'} role="status">
        {result?.text}
      </p>
      <SubmitButton idle="Send a test" busy="Sending" />
    </CallForm>
  );
}
