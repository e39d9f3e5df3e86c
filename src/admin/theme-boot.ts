// Runs before the first paint: the theme the reader chose, else the system's.
{
  let theme: string | null = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing for us still has the system's choice.
  }
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;
}
