import type { EarlyCall, EarlyCalls } from '#ui/admin/calls/early-calls.ts';

// Stands in the document itself, and runs before anything else of it is there.
{
  // The theme the reader chose, else the system's: before the first paint.
  let theme = kept('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;

  // What the screen will ask first, see `early-calls.ts`.
  const { remembered = '', untilClosed = '', browserOpen = '', calls = '[]' } = document.currentScript?.dataset ?? {};
  const isOpen = document.cookie.split('; ').includes(browserOpen);
  const token = (isOpen && kept(untilClosed)) || kept(remembered);
  if (token) {
    const wanted: EarlyCall[] = JSON.parse(calls);
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const early: EarlyCalls = { token, answers: new Map() };
    for (const { url, media } of wanted) {
      if (media && !matchMedia(media).matches) continue;
      const answer = fetch(url, { headers });
      // Whoever takes it tells of what went wrong.
      answer.catch(() => undefined);
      early.answers.set(url, answer);
    }
    window.earlyCalls = early;
  }

  // A form that is sent before its code is there waits for it.
  document.addEventListener('submit', (event) => {
    const { dataset } = event.target as HTMLElement;
    if (dataset.early === undefined) return;
    event.preventDefault();
    dataset.waiting = '';
  });

  function kept(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      // A browser that keeps nothing for us still has the system's choice.
      return null;
    }
  }
}
