import type { Hydrate } from '#ui/site/hydrate.tsx';

/** Takes the focus along from screen to screen, and lets the Enter key press what looks like a button. No React needed. */
export const hydrate: Hydrate = async (element) => {
  const isStep = (target: EventTarget | null) => target instanceof HTMLInputElement && target.role === 'button';
  element.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter' || !isStep(event.target)) return;
    event.preventDefault();
    (event.target as HTMLElement).click();
  });
  element.addEventListener('change', ({ target }) => {
    if (isStep(target)) enter((target as Element).closest('.scene-screen')?.nextElementSibling);
  });
  // Its boxes are as they were only after the event.
  element.addEventListener('reset', () => setTimeout(() => enter(element.querySelector('.scene-screen'))));
};

function enter(screen: Element | null | undefined): void {
  screen?.querySelector('h3')?.focus({ preventScroll: true });
  screen?.scrollIntoView({ block: 'nearest' });
}
