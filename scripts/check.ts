import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Everything that can be said of the code without running it: types, lint and format, import rules, dead code. */
const root = path.resolve(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');

const checks = [
  { name: 'types', command: ['typescript/bin/tsc', '--noEmit', '-p', '.'] },
  { name: 'lint and format', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'who imports whom',
    command: ['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', 'src', 'db'],
  },
  { name: 'dead code', command: ['knip/bin/knip.js'] },
];

const failed = checks.filter(({ name, command: [tool = '', ...args] }) => {
  process.stdout.write(`${name} … `);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(modules, tool), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  console.log(status === 0 ? 'good' : `not good\n${stdout}${stderr}`);
  return status !== 0;
});

process.exit(failed.length > 0 ? 1 : 0);
