import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pgDump } from '../test/helpers/postgres/binaries.ts';
import { keepStore } from './kept-store.ts';

/**
 * Releases the committed state: npm run release -- 0.3.0 --tested. All checks run first; a later failure restores the
 * checkout. --dry-run changes nothing. --without-sample makes the fixtures without sample content: for trying the
 * release itself.
 */
const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { tested: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, 'without-sample': { type: 'boolean' } },
  allowPositionals: true,
});
const [version = ''] = positionals;
const tag = `v${version}`;
const before: string = JSON.parse(read('package.json')).version;
const fixtures = `test/stores/${version}`;
const today = new Date().toISOString().slice(0, 10);

const reasons = refusals();
if (reasons.length > 0) {
  console.error(reasons.join('\n'));
  process.exitCode = 1;
} else if (values['dry-run']) {
  console.log(`Would make version ${version} of ${git('rev-parse', '--short', 'HEAD')}: ${before} becomes ${version},`);
  console.log(`CHANGELOG.md gets its heading, ${fixtures} a store of both databases; then ${tag}.`);
} else {
  await release();
}

function refusals(): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return ['Say which version: npm run release -- 0.3.0 --tested'];
  const edited =
    git('tag', '--list', `v${before}`) &&
    git('diff', '--name-only', '--diff-filter=a', `v${before}`, '--', 'db/migrations');
  return [
    ...(isNewer(version, before) ? [] : [`${version} is not newer than ${before}.`]),
    ...(git('tag', '--list', tag) ? [`${tag} is there already.`] : []),
    ...(git('status', '--porcelain') ? ['Something is not committed: `git status` says what.'] : []),
    ...(edited
      ? [`Landed migrations were edited since v${before}, and stores out there were made by them: ${edited}`]
      : []),
    ...(unreleased().trim()
      ? []
      : ['CHANGELOG.md says nothing under Unreleased: what do operators gain, what must they do?']),
    ...(values.tested || values['dry-run']
      ? []
      : ['Run `.ci/run` on this commit first; when it was green, say so with --tested.']),
    ...(pgDump() ? [] : ['pg_dump is missing; it comes with postgresql-client.']),
  ];
}

async function release(): Promise<void> {
  try {
    console.log('Keeping a store of both databases …');
    await keepStore(root, path.join(root, fixtures), !values['without-sample']);
    npm('version', version, '--no-git-tag-version');
    const heading = '## [Unreleased]\n';
    write('CHANGELOG.md', read('CHANGELOG.md').replace(heading, `${heading}\n## [${version}] - ${today}\n`));
    git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md', fixtures);
    git('commit', '--quiet', '--message', `Version ${version}`);
    git('tag', '--annotate', tag, '--message', `Prangon ${version}`);
  } catch (error) {
    git('reset', '--quiet', '--hard');
    rmSync(path.join(root, fixtures), { recursive: true, force: true });
    throw error;
  }
  console.log(
    [
      `Version ${version} is committed and tagged ${tag}. Next:`,
      '  git push --follow-tags',
      `  npm run pack, and hand on what is in dist-pack`,
      `  tell operators what stands in CHANGELOG.md under ${version}`,
    ].join('\n'),
  );
}

/** The changelog section of the next version. */
function unreleased(): string {
  return /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(read('CHANGELOG.md'))?.[1] ?? '';
}

function isNewer(candidate: string, than: string): boolean {
  return candidate.localeCompare(than, 'en', { numeric: true }) > 0;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function npm(...args: string[]): void {
  const file = process.env.npm_execpath;
  execFileSync(file ? process.execPath : 'npm', file ? [file, ...args] : args, { cwd: root, stdio: 'pipe' });
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function write(file: string, content: string): void {
  writeFileSync(path.join(root, file), content);
}
