import { root } from './root.ts';

/** The buttons that turn day into evening. */
export function watchTheme(): void {
  const buttons = document.querySelectorAll('[data-theme-toggle]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', `${root.dataset.theme === 'dark'}`);
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.theme = root.dataset.theme;
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    });
  }
  show();
}
