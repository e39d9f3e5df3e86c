import { findTest } from '../test/helpers/test-names.ts';
import { type ProductPromise, promises } from '../test/promises.ts';

/** `npm run promises`: which test proves what, as Markdown. Exits with 1 where a test that is named does not exist. */
const rows = promises.map((promise) => ({ ...promise, places: placesOf(promise) }));
const columns = ['rule', 'promise', 'proved by', 'in', 'not so'];
print(columns);
print(columns.map(() => '---'));
for (const { rule, says, tests, places, notes } of rows)
  print([rule, says, tests.map((test) => test.join(': ')).join('<br>'), places.join('<br>'), notes.join('<br>')]);

const inTests = rows.filter(({ places }) => places.includes('npm test')).length;
const proved = rows.filter(({ places }) => places.length > 0).length;
const partly = rows.filter(({ notes }) => notes.some((note) => note.startsWith('not proved'))).length;
console.log(
  `\n${rows.length} promises: ${inTests} have a test in npm test, ${proved - inTests} in other runs only, ` +
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
    return test.isFull ? 'test:full' : 'npm test';
  });
}

function print(cells: string[]): void {
  console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
}
