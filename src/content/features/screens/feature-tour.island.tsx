import type { Hydrate } from '#ui/site/hydrate.tsx';

/** Pixels that a scrolled row may be off. */
const tolerance = 4;

/** The buttons scroll the row by a screen, and round its ends. Works without React. */
export const hydrate: Hydrate = async (element) => {
  element.addEventListener('click', ({ target }) => {
    const row = element.querySelector('.screen-row');
    const button = (target as Element).closest('.carousel-controls button');
    if (!row || !button) return;
    const { scrollLeft } = row;
    const end = row.scrollWidth - row.clientWidth;
    const left = row.getBoundingClientRect().left - scrollLeft;
    const starts = Array.from(row.children, (screen) => screen.getBoundingClientRect().left - left);
    const to = button.nextElementSibling
      ? (starts.findLast((start) => start < scrollLeft - tolerance) ?? end)
      : starts.find((start) => start > scrollLeft + tolerance && scrollLeft < end - tolerance);
    row.scrollTo({ left: to ?? 0 });
  });
};
