import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#platform/settings/project-root.server.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot });
const named = globSync(['{src,test,bench,scripts,deploy}/**/*', '*.{ts,mjs,json}'], {
  cwd: projectRoot,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile() && !/\/(stores|node_modules)(\/|$)/.test(entry.parentPath))
  .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

test.each(pages)('the links of %s lead somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const dead = links.filter(([, file = '', heading]) => {
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(projectRoot, target))) return true;
    return heading !== undefined && !headingsOf(target).includes(heading);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

test('pages that code and deploy/ name exist', () => {
  const names = named.flatMap((file) => textOf(file).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  expect([...new Set(names)].filter((name) => !existsSync(path.join(projectRoot, name)))).toEqual([]);
});

test('one version of Node: of all systems, in the instructions and in the image', () => {
  const { optionalDependencies }: Record<string, Record<string, string>> = JSON.parse(textOf('package.json'));
  const brought = Object.entries(optionalDependencies ?? {}).filter(([name]) => /^node-(bin-)?\w+-\w+$/.test(name));
  const told = ['docs/install.md', 'docs/install.bn.md', 'deploy/Dockerfile'].flatMap((file) => [
    ...textOf(file).matchAll(/\bnode[:/-]v?(\d+\.\d+\.\d+)/g),
  ]);
  expect(brought).toHaveLength(5);
  expect(told.length).toBeGreaterThan(2);
  expect(new Set([...brought, ...told].map(([, version]) => version)).size).toBe(1);
});

test('the security reference names every table, every context of encryption and every security event', () => {
  const code = named.filter((file) => /^src\/.*\.server\.ts$/.test(file)).map(textOf);
  const within = (text: string, block: RegExp, name: RegExp) =>
    [...text.matchAll(block)].flatMap(([found]) => [...found.matchAll(name)].map(([, each = '']) => each));
  const names = code.flatMap((text) => [
    ...within(text, /interface Tables \{[^}]*/g, /^ {4}(\w+):/gm),
    ...within(
      text,
      /EncryptedColumn = \{[^}]*?purpose: '[^']+|Encrypter\(.*, '[^']+|setupPurpose = '[^']+/g,
      /'([^']+)$/g,
    ),
    ...within(text, /type SecurityEvent =[^;]*/g, /'(\w+)'/g),
  ]);
  expect(names.length).toBeGreaterThan(80);
  const page = textOf('docs/security-reference.md');
  expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** As GitHub derives anchors. */
function headingsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
