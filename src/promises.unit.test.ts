import { expect, test } from 'vitest';
import { findTest } from '../test/helpers/test-names.ts';
import { promises } from '../test/promises.ts';

test('every test that test/promises.md names exists', () => {
  const gone = promises.flatMap(({ rule, tests }) =>
    tests.filter(([file, part]) => findTest(file, part) === null).map(([file, part]) => `${rule}: ${file}: ${part}`),
  );
  expect(gone).toEqual([]);
});

test('a promise is listed once, and says what nothing proves', () => {
  const rules = promises.map(({ rule }) => rule);
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  const silent = promises.filter(({ tests, notes }) => tests.length === 0 && notes.length === 0);
  expect(silent.map(({ rule }) => rule)).toEqual([]);
});

test('titles are found behind tables, in blocks, and with their tag', () => {
  const list = 'test/helpers/list-kind.ts';
  const closing = 'test/faults/slow-and-closing.test.ts';
  expect(findTest(list, ' > answers 422 at %s alone')).toMatchObject({ isFull: false });
  expect(findTest(closing, 'SIGTERM > lets the request')).toMatchObject({ isFull: false });
  expect(findTest(closing, 'SIGTERM > waits neither')).toMatchObject({ isFull: true });
  expect(findTest(closing, 'npm start > ends after what runs %s')).toMatchObject({ isFull: true });
  expect(findTest('src/platform/http/client.test.ts', 'a linter finds nothing')).toMatchObject({ isFull: true });
  expect(findTest(list, 'no test has this name')).toBeNull();
});
