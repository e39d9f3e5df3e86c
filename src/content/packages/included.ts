import type { Package } from './schema.ts';

export function packageLines({ includes }: Pick<Package, 'includes'>): string[] {
  return includes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
