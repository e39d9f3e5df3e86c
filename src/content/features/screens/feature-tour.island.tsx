import type { Hydrate } from '#ui/site/hydrate.tsx';

/** Pixels that a scrolled row may be off. */
const tolerance = 4;

/** The buttons scroll the row by a screen, and round its ends. Works without React. */
export const hydrate: Hydrate = async (element) => {
  element.addEventListener('click', ({ target }) => {
    const row = element.querySelector('.screen-row');
    const button = (target as Element).closest('.carousel-controls button');
    if (!row || !button) return;
    const screens = [...row.children];
    const { left, right } = row.getBoundingClientRect();
    const first = screens.findIndex((screen) => screen.getBoundingClientRect().right > left + tolerance);
    const isAtEnd = (screens[screens.length - 1]?.getBoundingClientRect().right ?? 0) < right + tolerance;
    const next = isAtEnd ? 0 : first + 1;
    screens[button.nextElementSibling ? (first || screens.length) - 1 : next]?.scrollIntoView({
      block: 'nearest',
      inline: 'start',
    });
  });
};
