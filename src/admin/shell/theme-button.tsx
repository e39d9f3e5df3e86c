import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';

/** Turns day into evening; the choice is the same as on the public site. */
export function ThemeButton() {
  const [dark, setDark] = useState(document.documentElement.dataset.theme === 'dark');

  function toggle() {
    const theme = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // The choice then lasts as long as the page.
    }
    setDark(!dark);
  }

  return (
    <button type="button" className="icon-button" aria-label="Dark colours" aria-pressed={dark} onClick={toggle}>
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </button>
  );
}
