import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);

/** `file`: a test of it · another · `file`: …, as the table has it; '…' stands for what varies. */
const claims = readFileSync(new URL('docs/specification-coverage.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('`') && line.split(' | ').length === 2)
  .flatMap((line) => {
    let file = '';
    return (line.split(' | ')[1] ?? '')
      .replace(/\s*\|$/, '')
      .split(' · ')
      .flatMap((part) => {
        const [, named, name = named ? '' : part] =
          /^(?:(?:the tests of each )?`([^`]+)`(?:: )?)?(.*)$/.exec(part) ?? [];
        file = named ?? file;
        return file.includes('*') ? [] : [{ file: placeOf(file), name }];
      });
  });

test.each(claims)('$file has the test that docs/specification-coverage.md names: $name', ({ file, name }) => {
  expect(existsSync(new URL(file, root)), file).toBe(true);
  const code = readFileSync(new URL(file, root), 'utf8');
  for (const part of name.split('…')) expect(code).toContain(part.trim());
});

function placeOf(file: string): string {
  if (file.startsWith('test/')) return file;
  return file.startsWith('journeys/') ? `test/${file}` : `src/${file}`;
}
