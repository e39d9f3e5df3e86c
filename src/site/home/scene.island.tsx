import { bengaliDigits } from '#api/text.ts';
import type { Hydrate } from '#ui/site/hydrate.tsx';

/**
 * Counts, moves the focus between screens, lets Enter press the buttons, and brings the demo form here. Works without
 * React.
 */
export const hydrate: Hydrate = async (element) => {
  const isStep = (target: EventTarget | null) => (target as Element).matches('input[role=button]');
  element.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter' || !isStep(event.target)) return;
    event.preventDefault();
    (event.target as HTMLElement).click();
  });
  element.addEventListener('change', ({ target }) => {
    if (isStep(target)) enter((target as Element).closest('.scene-screen')?.nextElementSibling);
    else count(element);
  });
  // The boxes are reset only after the event.
  element.addEventListener('reset', () =>
    setTimeout(() => {
      count(element);
      enter(element.querySelector('.scene-screen'));
    }),
  );
  element.addEventListener('click', showForm);
  count(element);
  markStep(element.querySelector('.scene-screen'));
};

/** Shows the demo form above the page, so that the visitor stays in place, unless it is open or the browser can't. */
function showForm(event: Event): void {
  const link = (event.target as Element).closest('a');
  const form = link && document.getElementById(link.hash.slice(1));
  if (!form?.showPopover || form.hasAttribute('data-open')) return;
  event.preventDefault();
  event.stopPropagation();
  form.popover = 'auto';
  form.ontoggle = ({ newState }) => {
    if (newState === 'closed') form.popover = null;
  };
  form.showPopover();
  form.querySelector<HTMLElement>('.demo-fields input, .notice')?.focus();
}

function count(element: Element): void {
  const [present, absent] = ['not(:checked)', 'checked'].map(
    (state) => element.querySelectorAll(`.scene-roll input:${state}`).length,
  );
  for (const place of element.querySelectorAll<HTMLElement>('[data-count]')) {
    place.textContent = bengaliDigits(String(place.dataset.count === 'present' ? present : absent));
  }
}

/** The first two screens belong to the first step. Without script only the style tells. */
function markStep(screen: Element | null | undefined): void {
  const screens = [...(screen?.parentElement?.querySelectorAll('.scene-screen') ?? [])];
  const step = Math.max(0, screens.indexOf(screen as Element) - 1);
  for (const [at, one] of document.querySelectorAll('.scene-words ol > li').entries())
    one.setAttribute('aria-current', at === step ? 'step' : 'false');
}

function enter(screen: Element | null | undefined): void {
  markStep(screen);
  screen?.querySelector('h3')?.focus({ preventScroll: true });
  screen?.scrollIntoView({ block: 'nearest' });
}
