import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

interface NamedTest {
  /** Behind the titles of what it stands in, as the source has them: `%s` and `${…}` are not filled in. */
  name: string;
  isFull: boolean;
}

const files = new Map<string, NamedTest[]>();

/** The first test of a file whose name has this part; null where there is none. */
export function findTest(file: string, part: string): NamedTest | null {
  const tests = files.get(file) ?? readTests(file);
  files.set(file, tests);
  return tests.find(({ name }) => name.includes(part)) ?? null;
}

/** Indent, function, quote, title, tag; what stands between, as of `each`, may have many lines. */
const titles = /^( *)(describe|test|attack)(?:\(|[.<].*?\)\()\s*(['"`])(.*?)(?<!\\)\3(,\s*\{[^}]*tags: \['full'\])?/gms;

/** Read as text: Vitest would load each file, with all that it imports. */
function readTests(file: string): NamedTest[] {
  const place = path.join(root, file);
  const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
  const tests: NamedTest[] = [];
  /** The blocks that are open at this line, as the formatter indents them. */
  let blocks = [{ indent: -1, name: '', isFull: text.startsWith('// @module-tag full\n') }];
  for (const [, space = '', kind, , title = '', tag] of text.matchAll(titles)) {
    const indent = space.length;
    blocks = blocks.filter((block) => block.indent < indent);
    const outer = blocks.at(-1);
    const name = outer?.name ? `${outer.name} > ${title}` : title;
    const isFull = tag !== undefined || outer?.isFull === true;
    if (kind === 'describe') blocks.push({ indent, name, isFull });
    else tests.push({ name, isFull });
  }
  return tests;
}
