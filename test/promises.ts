import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface ProductPromise {
  rule: string;
  says: string;
  /** File, and a part of the test's full name. */
  tests: [file: string, name: string][];
  /** What none of them proves, or is otherwise on purpose. */
  notes: string[];
}

/** The rows of `promises.md`. */
export const promises: ProductPromise[] = readFileSync(path.join(import.meta.dirname, 'promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => {
    const [rule = '', says = '', tests = '', notes = ''] = cellsOf(line);
    return { rule, says, tests: linesOf(tests).map(testOf), notes: linesOf(notes) };
  });

function cellsOf(line: string): string[] {
  return line
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function linesOf(cell: string): string[] {
  return cell.split('<br>').filter(Boolean);
}

function testOf(line: string): [file: string, name: string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}
