import { root } from './root.ts';

/** The buttons that turn day into evening. */
export function watchTheme(): void {
  const { dataset } = root;
  const buttons = document.querySelectorAll('[data-theme-toggle]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', `${dataset.theme === 'dark'}`);
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.theme = dataset.theme;
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    });
  }
  show();
}
