import './style-nonce.ts';
import './admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { CallError, watchAttention } from '#ui/admin/calls/api.ts';
import { QuestionDialog } from '#ui/admin/dialog/question-dialog.tsx';
import { onceCalm } from '#ui/admin/lazy-component.tsx';
import { Announcer, Notices } from '#ui/admin/notify.tsx';
import fonts from '#ui/site/fonts.css?url';
import { router } from './router.tsx';

/** Errors with a status are not retried; network errors are. */
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

watchAttention();

const root = document.getElementById('root');
if (root) {
  const show = () =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <QuestionDialog />
        <Notices />
        <Announcer />
      </QueryClientProvider>,
    );
  // The server-rendered form stays until its page can take over the typed values.
  if (root.querySelector('form') && !router.state.initialized) {
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      end();
      flushSync(show);
    });
  } else show();
}

// Fonts are a hundred KB; fallback fonts with the same metrics are shown until then. Known ones come at once, or lines
// would break anew while somebody reads.
if (localStorage.getItem('fonts') === fonts) addFonts();
else onceCalm(addFonts);

function addFonts() {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = fonts;
  link.onload = () => document.fonts.ready.then(() => localStorage.setItem('fonts', fonts));
  document.head.append(link);
}
