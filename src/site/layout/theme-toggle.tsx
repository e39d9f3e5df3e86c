import { Icon } from '#ui/site/icon.tsx';
import { words } from '../words.ts';

/** The loader makes it work; without JavaScript the system's own choice holds and the button is away. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="icon-button with-js"
      data-theme-toggle
      aria-pressed="false"
      aria-label={words.evening}
    >
      <Icon name="moon" className="icon moon" />
      <Icon name="sun" className="icon sun" />
    </button>
  );
}
