import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { type Endpoint, hostOf, isGateway, type Tried } from './schema.ts';
import { Secret } from './secret.tsx';

/** The secret of an endpoint, and a test of it. */
export function EndpointDialog({ opened, onClose }: { opened: Endpoint; onClose: () => void }) {
  const queries = useQueryClient();
  const path = `${adminCalls.webhooks}/${opened.id}`;
  const { data } = useQuery({
    queryKey: [path],
    queryFn: () => api.get<{ data: Endpoint }>(path),
    initialData: { data: opened },
  });
  return (
    <Modal title={hostOf(opened.url)} onClose={onClose}>
      {data.data.secret_set && !isGateway(opened) && (
        <Secret endpoint={data.data} onChanged={() => queries.invalidateQueries()} />
      )}
      <Test endpoint={opened} />
    </Modal>
  );
}

/** Calls it as for a lead; a gateway with a real text, which costs what a text costs. */
function Test({ endpoint }: { endpoint: Endpoint }) {
  const isSms = isGateway(endpoint);
  const [result, setResult] = useState<{ text: string; isBad: boolean } | null>(null);
  const { form, submit } = useCallForm({
    values: isSms ? { number: '', text: 'প্রাঙ্গণ থেকে পরীক্ষা।' } : {},
    send: async (values) => {
      const path = adminCalls.webhookTest.replace(':id', String(endpoint.id));
      const { data, message } = await api.post<Written<Tried>>(path, values);
      setResult({ text: isSms && data.answer ? `${message}: ${data.answer}` : message, isBad: data.error !== null });
    },
    onFailure: (error) => setResult({ text: messageOf(error), isBad: true }),
  });
  return (
    <FormProvider {...form}>
      <form className="endpoint-test" aria-label="Test" noValidate onSubmit={submit}>
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
      </form>
    </FormProvider>
  );
}
