import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const tests = globSync('src/**/*.test.ts', { exclude: ['**/*.unit.test.ts'] });
const onBoth = tests.filter((file) => read(file).startsWith('// @module-tag postgres\n'));

test('whatever has SQL, locks or notifications of its own is tried on both databases by the quick tests too', () => {
  const owners = globSync('src/**/*.server.ts').filter((file) =>
    /\bsql`|forUpdate|skipLocked|pg_notify/.test(read(file)),
  );
  expect(owners.length).toBeGreaterThan(20);
  expect(owners.filter((file) => !isTried(path.dirname(file)))).toEqual([]);
});

/** By a test of its folder, or of the nearest one above that has tests. */
function isTried(folder: string): boolean {
  if (onBoth.some((file) => path.dirname(file) === folder)) return true;
  const hasTests = tests.some((file) => path.dirname(file) === folder);
  return !hasTests && folder !== 'src' && isTried(path.dirname(folder));
}
