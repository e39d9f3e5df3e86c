import { type RefObject, useEffect } from 'react';
import { calls } from '#paths.ts';

interface Privacy {
  globalPrivacyControl?: boolean;
}

/** Tells our own server, once, that somebody began with this form. As with views: nobody's name, and not who objects. */
export function useCountOpened(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & Privacy;
    if (!element || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
    // The first touch may be what brought this code.
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
    // A browser that keeps nothing is not counted.
  }
}
