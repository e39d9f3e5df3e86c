import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';

test('the packages of the lock file are installed, and none of their scripts is run', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['scripts/setup.mjs', 'package-lock.json'])
    cpSync(path.join(projectRoot, name), path.join(folder, name));
  mkdirSync(path.join(folder, 'node_modules'));
  const npm = path.join(folder, 'npm.mjs');
  writeFileSync(
    npm,
    "import { writeFileSync } from 'node:fs'; writeFileSync('asked', process.argv.slice(2).join(' '));",
  );
  const code = "import('./scripts/setup.mjs').then(({ ensureInstalled }) => ensureInstalled())";
  execFileSync(process.execPath, ['-e', code], { cwd: folder, env: { npm_execpath: npm } });
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toMatch(/^ci --ignore-scripts /);
});
