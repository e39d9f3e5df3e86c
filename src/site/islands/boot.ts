// Runs before the first paint: the theme the reader chose, else the system's, our fonts where the browser has them
// already, and signs that JavaScript is on, that the page has only just come, and that the reader saves data.
{
  const root = document.documentElement;
  const fonts = document.querySelector<HTMLStyleElement>('[data-fonts]');
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  root.classList.add('js');
  root.dataset.going = '';
  if (connection?.saveData) root.dataset.lean = 'yes';
  let theme: string | undefined;
  try {
    theme = localStorage.theme;
    if (fonts && !root.dataset.lean && localStorage.fonts === fonts.dataset.fonts) fonts.media = 'all';
  } catch {
    // A browser that keeps nothing for us still has the system's choice.
  }
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
}
