import { type RefObject, useEffect } from 'react';
import { calls } from '#paths.ts';

interface Privacy {
  globalPrivacyControl?: boolean;
}

/** Sends one anonymous beacon; nothing if the visitor objects to tracking. */
export function useCountOpened(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & Privacy;
    if (!element || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
    // The focus may be in the form already: it may have loaded this code.
    if (element.contains(document.activeElement)) {
      count();
      return;
    }
    element.addEventListener('focusin', count, { once: true });
    return () => element.removeEventListener('focusin', count);
  }, [form]);
}

let counted = false;

function count(): void {
  if (counted) return;
  counted = true;
  try {
    const start = new Blob([sessionStorage.getItem('visit') ?? '[]'], { type: 'application/json' });
    navigator.sendBeacon(`${calls.countVisit}?event=opened`, start);
  } catch {
    // Storage is unavailable; this visitor is not counted.
  }
}
