import { bengaliCount } from '#ui/site/bengali.ts';
import type { Hydrate } from '#ui/site/hydrate.tsx';

const milliseconds = 1_200;

/**
 * Counts each plain number up when it comes into view. The page holds the true figure all along: who comes too late
 * for it, wants no motion or listens to the page gets that one.
 */
export const hydrate: Hydrate = async (element) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const numbers = [...element.querySelectorAll<HTMLElement>('[data-number]')];
  const coming = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      coming.unobserve(target);
      countUp(target as HTMLElement);
    }
  });
  // What is seen already must not jump back to nothing.
  for (const number of numbers) if (number.getBoundingClientRect().top > innerHeight) coming.observe(number);
};

function countUp(element: HTMLElement): void {
  const whole = element.textContent ?? '';
  const end = Number(element.dataset.number);
  const start = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - start) / milliseconds);
    const reached = Math.round(end * (1 - (1 - part) ** 3));
    element.textContent = part < 1 ? bengaliCount(String(reached)) : whole;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
