import '../../../src/admin/admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RichTextField } from '../../../src/cms/rich-text/content-field.tsx';

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
  const [value, setValue] = useState('');
  window.fill = setValue;
  const change = (html: string) => {
    window.told.push(html);
    setValue(html);
  };
  return (
    <main>
      <h1>News</h1>
      <button type="button">Before</button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          window.sent.push(value);
        }}
      >
        <RichTextField label="Content" required value={value} onChange={change} />
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
