import type { Hydrate } from './hydrate.tsx';

export const hydrate: Hydrate = async (element) => {
  element.querySelector('button')?.addEventListener('click', () => print());
};
