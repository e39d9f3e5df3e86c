import type { EarlyAnswer, EarlyCalls, PrefetchCall } from '#ui/admin/calls/api.ts';

// Inlined in the document; runs before any other script.
{
  // Sets the chosen theme, else the system's, before the first paint.
  let theme = readStorage('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;

  // Starts the first requests of the screen, which `takePrefetched` reads.
  const { remembered = '', untilClosed = '', browserOpen = '', calls = '[]' } = document.currentScript?.dataset ?? {};
  const [, end] = new RegExp(`\\b${browserOpen}=([\\w-]+)`).exec(document.cookie) ?? [];
  const start = readStorage(untilClosed);
  const token = start && end ? start + end : readStorage(remembered);
  if (token) {
    const preloads: PrefetchCall[] = JSON.parse(calls);
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const early: EarlyCalls = { token, answers: new Map() };
    for (const { url } of preloads) {
      const answer: EarlyAnswer = { response: fetch(url, { headers }), value: undefined };
      early.answers.set(url, answer);
      answer.response
        .then(async (response) => {
          if (response.ok && response.headers.has('x-request-id')) answer.value = await response.clone().json();
        })
        // The consumer of the promise reports its error.
        .catch(() => undefined);
    }
    window.earlyCalls = early;
  }

  // A form that is submitted before its JavaScript is loaded waits for it.
  document.addEventListener('submit', (event) => {
    const { dataset } = event.target as HTMLElement;
    if (dataset.early === undefined) return;
    event.preventDefault();
    dataset.waiting = '';
  });

  function readStorage(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is disabled.
      return null;
    }
  }
}
