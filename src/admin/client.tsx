import './style-nonce.ts';
import './admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Announcer } from '#ui/admin/announce.tsx';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { QuestionDialog } from '#ui/admin/dialog/question-dialog.tsx';
import { Notices } from '#ui/admin/notify.tsx';
import { whenCalm } from '#ui/admin/when-calm.ts';
import { router } from './router.tsx';

/** A refusal will not change by asking again; a lost connection may. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        count < 2 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <QuestionDialog />
      <Notices />
      <Announcer />
    </QueryClientProvider>,
  );
}

// A hundred KB, in whose place others of the same measures stand until then.
whenCalm(() => void import('#ui/site/fonts.css'));
