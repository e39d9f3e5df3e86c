import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Static checks: types, lint and format, import rules, dead code, licences, names and links. */
const root = path.resolve(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');

const places = ['src', 'db', 'test', 'bench', 'scripts'];

const checks = [
  // One checker: each of several would work out the same types again, and the other checks need the other cores.
  { name: 'types', command: ['typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1'] },
  { name: 'lint and format', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'who imports whom',
    command: ['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', ...places],
  },
  { name: 'dead code', command: ['knip/bin/knip.js'] },
  { name: 'licences of what is handed on', command: ['../scripts/notices.ts', '--check'] },
  {
    name: 'names, links and Bengali',
    command: [
      'vitest/vitest.mjs',
      'run',
      '--project',
      'sqlite',
      'src/names.unit.test.ts',
      'src/docs.unit.test.ts',
      'src/i18n/bengali.unit.test.ts',
    ],
  },
];

const running = checks.map(({ name, command }) => ({ name, result: run(command) }));
for (const { name, result } of running) {
  process.stdout.write(`${name} … `);
  const { good, output } = await result;
  console.log(good ? 'good' : `not good\n${output}`);
  if (!good) process.exitCode = 1;
}

async function run([tool = '', ...args]: string[]): Promise<{ good: boolean; output: string }> {
  const child = spawn(process.execPath, [path.join(modules, tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [status, ...output] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { good: status === 0, output: output.join('') };
}
