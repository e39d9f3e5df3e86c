import { useEffect, useState } from 'react';

/** Whether someone can see the element: it is in the window, and the window's tab is in front. */
export function useOnStage(element: HTMLElement | null): boolean {
  const [inWindow, setInWindow] = useState(false);
  const [inFront, setInFront] = useState(true);

  useEffect(() => {
    if (!element) return;
    const watch = new IntersectionObserver((entries) => setInWindow(entries.some((entry) => entry.isIntersecting)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);

  useEffect(() => {
    const follow = () => setInFront(!document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);

  return inWindow && inFront;
}
