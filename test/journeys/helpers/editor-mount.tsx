import '../../../src/admin/admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { ContentField } from '../../../src/cms/rich-text/content-field.tsx';
import type { FormValues } from '../../../src/ui/form/call-form.tsx';

declare global {
  interface Window {
    /** What the editor told its form, in order. */
    told: string[];
    sent: string[];
    fill: (html: string) => void;
  }
}

// As the back office does it for the one style element that keeps the page from scrolling behind a dialog.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
Object.assign(globalThis, { __webpack_nonce__: nonce });

window.told = [];
window.sent = [];

/** A form with one text in it, as the back office has it. */
function Form() {
  const form = useForm<FormValues>({ defaultValues: { content: '' } });
  window.fill = (html) => form.setValue('content', html);
  useEffect(() => {
    const { unsubscribe } = form.watch(({ content }, { type }) => {
      if (type === 'change') window.told.push(String(content));
    });
    return unsubscribe;
  }, [form]);
  return (
    <main>
      <h1>News</h1>
      <button type="button">Before</button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          window.sent.push(String(form.getValues('content')));
        }}
      >
        <FormProvider {...form}>
          <ContentField required />
        </FormProvider>
        <button type="submit">Submit</button>
      </form>
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
}
