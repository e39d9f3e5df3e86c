// @module-tag full
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pgDump } from '../helpers/postgres/binaries.ts';
import { Checkout } from './helpers/checkout.ts';

const version = '99.0.0';
const hasGit = spawnSync('git', ['--version']).status === 0;
let checkout: Checkout;

beforeAll(() => {
  checkout = new Checkout('dist');
  if (!hasGit) return;
  git('init', '--quiet');
  git('config', 'user.name', 'Salma');
  git('config', 'user.email', 'salma@prangon.example');
  commit();
});
afterAll(() => checkout.remove());

test.runIf(hasGit)('a release is refused with every reason at once, and a dry run changes nothing', () => {
  expect(release()).toMatchObject({ status: 1, stderr: expect.stringContaining('Say which version') });
  checkout.edit(
    'CHANGELOG.md',
    '## [Unreleased]\n',
    '## [Unreleased]\n\n### Added\n\n- A thing that operators gain.\n',
  );
  const refused = release('0.1.0');
  expect(refused.status).toBe(1);
  for (const reason of ['0.1.0 is not newer than', 'Something is not committed', 'say so with --tested'])
    expect(refused.stderr).toContain(reason);
  commit();
  const tried = release(version, '--dry-run');
  if (pgDump()) expect(tried).toMatchObject({ status: 0, stdout: expect.stringContaining(version) });
  else expect(tried).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_dump') });
  expect(git('status', '--porcelain')).toBe('');
});

test.runIf(hasGit && pgDump())(
  'a release is a commit and a tag, with a store of both databases for versions to come',
  () => {
    const { status, stderr, stdout } = release(version, '--tested', '--without-sample');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('git push --follow-tags');
    expect([git('status', '--porcelain'), git('describe')]).toEqual(['', `v${version}`]);
    for (const file of ['package.json', 'package-lock.json'])
      expect(JSON.parse(checkout.read(file)).version).toBe(version);
    expect(checkout.read('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing that operators gain/,
    );
    const kept = (name: string) => gunzipSync(readFileSync(checkout.at(`test/stores/${version}/${name}.gz`)));
    expect(String(kept('store.sql'))).toMatch(/INSERT INTO public\.users /);
    expect(String(kept('store.sql'))).not.toMatch(/^\\/m);
    writeFileSync(checkout.at('kept.sqlite'), kept('store.sqlite'));
    const database = new DatabaseSync(checkout.at('kept.sqlite'), { readOnly: true });
    expect(database.prepare('select email from users').get()).toEqual({ email: 'admin@example.com' });
    database.close();
  },
);

function release(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/run.mjs', 'release', ...args], {
    cwd: checkout.folder,
    encoding: 'utf8',
  });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it is');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: checkout.folder, encoding: 'utf8' }).trim();
}
