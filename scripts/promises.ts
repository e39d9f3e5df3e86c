import { findTest } from '../test/helpers/test-names.ts';
import { type ProductPromise, promises } from '../test/promises.ts';

/** `npm run promises`: which test proves what, as Markdown. Exits with 1 where a test that is named does not exist. */
const rows = promises.map((promise) => ({ ...promise, places: placesOf(promise) }));
const columns = ['rule', 'says', 'test', 'in'];
print(columns);
print(columns.map(() => '---'));
for (const { rule, says, places, ...proofs } of rows) print([rule, says, textOf(proofs), places.join('<br>')]);

const inTests = rows.filter(({ places }) => places.includes('test:quick')).length;
const proved = rows.filter(({ places }) => places.length > 0).length;
const partly = rows.filter(({ missing }) => missing).length;
console.log(
  `\n${rows.length} promises: ${inTests} have a test in test:quick, ${proved - inTests} in other runs only, ` +
    `${rows.length - proved} none. Of ${partly} something is not proved.`,
);

function placesOf({ rule, tests }: ProductPromise): string[] {
  return tests.map(([file, part]) => {
    const test = findTest(file, part);
    if (test === null) {
      console.error(`${rule}: no test of ${file} has '${part}' in its name`);
      process.exitCode = 1;
      return 'nowhere';
    }
    if (file.startsWith('test/attacks/')) return 'test:attacks';
    return test.isFull ? 'npm test' : 'test:quick';
  });
}

function textOf({ tests, missing, deviation }: Omit<ProductPromise, 'rule' | 'says'>): string {
  const lines = tests.map(([file, part]) => `${file}: ${part}`);
  if (missing) lines.push(`**not proved:** ${missing}`);
  if (deviation) lines.push(`**on purpose:** ${deviation}`);
  return lines.join('<br>');
}

function print(cells: string[]): void {
  console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
}
