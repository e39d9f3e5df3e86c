import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** Turns day into evening or back; the choice is the same as on the public site. */
export function turnDark(dark: boolean): void {
  const theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // The choice then lasts as long as the page.
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
