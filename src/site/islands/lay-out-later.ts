/**
 * Sections below the first window are skipped by the first layout, which makes it quick. Once the page is calm they are
 * laid out one by one, so that a link into the page, a search in it or a print of it finds everything in its true place.
 */
export function layOutLater(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sections = [...document.querySelectorAll('.later')];
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 50));
  const next = () => {
    const section = sections.shift();
    if (!section) return resolve();
    section.classList.remove('later');
    idle(next);
  };
  idle(next);
  return promise;
}
