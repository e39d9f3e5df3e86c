import { createStore, useStore } from '#ui/admin/store.ts';

const root = document.documentElement;
const dark = createStore(root.dataset.theme === 'dark');

export const isDark = dark.get;

/** Sets the theme, which the public site shares. */
export function setDark(next: boolean): void {
  const theme = next ? 'dark' : 'light';
  root.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  dark.set(next);
}

export function useDark(): boolean {
  return useStore(dark);
}
