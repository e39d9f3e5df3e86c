// Runs before the first paint: the theme the reader chose, else the system's, our fonts where the browser has them
// already, and a sign that JavaScript is on.
{
  const root = document.documentElement;
  const fonts = document.querySelector<HTMLLinkElement>('link[data-fonts]');
  root.classList.add('js');
  let theme: string | null = null;
  try {
    theme = localStorage.getItem('theme');
    if (fonts && localStorage.getItem('fonts') === fonts.href) fonts.media = 'all';
  } catch {
    // A browser that keeps nothing for us still has the system's choice.
  }
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
}
