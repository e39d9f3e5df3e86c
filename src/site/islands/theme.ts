import { calm } from './calm.ts';
import { root } from './root.ts';

/** The buttons that turn day into evening. */
export function watchTheme(): void {
  const { dataset } = root;
  const buttons = document.querySelectorAll<HTMLElement>('[data-theme-toggle]');
  const show = () => {
    for (const button of buttons) button.ariaPressed = `${dataset.theme === 'dark'}`;
  };
  for (const button of buttons) {
    button.onclick = () => {
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.theme = dataset.theme;
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    };
  }
  show();
  // After boot.ts, which may have read the choice only now.
  calm().then(show);
}
