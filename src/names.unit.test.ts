import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('no name is exported by two files', () => {
  const exporters = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of textOf(file).matchAll(
      /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm,
    ))
      exporters.set(name, (exporters.get(name) ?? new Set()).add(file));
  const twice = [...exporters].filter(([, { size }]) => size > 1).map(([name]) => name);
  // Each island has its own `hydrate`, which the page calls by this name.
  expect(twice).toEqual(['hydrate']);
});
