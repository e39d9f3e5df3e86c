import type { Package } from './schema.ts';

/** What is in a package, thing by thing. */
export function linesOf({ includes }: Pick<Package, 'includes'>): string[] {
  return includes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
