import type { Hydrate } from './hydrate.tsx';

/** The button that prints the page as its style sheet has it for paper. */
export const hydrate: Hydrate = async (element) => {
  element.querySelector('button')?.addEventListener('click', () => print());
};
