import { useState } from 'react';

const storageKey = 'folded-groups';

/** The groups of the menu that are folded on this device. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(readFolded);

  function toggle(group: string): void {
    const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
    setFolded(next);
    try {
      localStorage.setItem(storageKey, next.join());
    } catch {
      // Storage is disabled: the choice lasts until the page is closed.
    }
  }

  return { isFolded: (group: string) => folded.includes(group), toggle };
}

function readFolded(): string[] {
  try {
    return localStorage.getItem(storageKey)?.split(',') ?? [];
  } catch {
    return [];
  }
}
