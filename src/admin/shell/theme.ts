import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** Sets the theme, which the public site shares. */
export function setDark(dark: boolean): void {
  const theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useDark(): boolean {
  return useSyncExternalStore(follow, isDark);
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
