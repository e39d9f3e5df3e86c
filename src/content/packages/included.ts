import type { Package } from './schema.ts';

export function linesOf({ includes }: Pick<Package, 'includes'>): string[] {
  return includes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
