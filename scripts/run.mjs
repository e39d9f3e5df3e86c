// Entry point of the npm scripts: node scripts/run.mjs start | dev | build | pack | check | fix | test |
// test:full | test:rest | test:attacks | test:chaos | test:ops | bench | trace | promises | notices | outdated | lock | release;
// or of any package's tool on the right Node: node scripts/run.mjs vitest/vitest.mjs run
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { become, endWithNpm, ensureBuilt, ensureInstalled, nodeProgram, root } from './setup.mjs';

const [task = '', ...args] = process.argv.slice(2);
const quiet = '--disable-warning=ExperimentalWarning';
const modules = path.join(root, 'node_modules');
const vitest = path.join(modules, 'vitest/vitest.mjs');
const operations = ['slow-and-closing', 'rolling-restart', 'backup', 'move', 'bucket', 'archive', 'image', 'setup'].map(
  (name) => `/${name}.`,
);

await ensureInstalled();
if (/^(?:start|build|pack|test.*|bench|trace|release)$/.test(task)) ensureBuilt();
if (task === 'start') {
  // malloc settings: a third less memory, and the memory of large responses is returned, at the same speed.
  const { config } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  process.env = { ...config.serverEnvironment, ...process.env };
  process.chdir(root);
  const { supervise } = await import(new URL('../dist/server/supervisor.js', import.meta.url).href);
  endWithNpm(supervise(nodeProgram(), path.join(root, 'dist/server/prangon.js')));
} else if (task === 'test:full') become(quiet, vitest, 'run', ...args);
else if (task === 'test:rest') {
  process.env.TEST_REST = '1';
  become(quiet, vitest, 'run', ...args);
} else if (task === 'test') {
  // A file that is named runs whole.
  const isQuick = args.every((arg) => arg.startsWith('-'));
  if (isQuick) process.env.TEST_QUICK = '1';
  become(quiet, vitest, 'run', ...(isQuick ? ['--tags-filter', '!full'] : []), ...args);
} else if (task === 'test:attacks') {
  process.env.ATTACKS ??= 'usual';
  become(quiet, vitest, 'run', '--project', 'attacks', ...args);
} else if (task === 'test:chaos' || task === 'test:ops') {
  process.env.CHAOS = '1';
  const only = task === 'test:ops' ? operations : [];
  become(quiet, vitest, 'run', '--project', 'faults', ...only, ...args);
} else if (task === 'dev') become(quiet, 'scripts/dev.ts');
else if (task === 'lock')
  become(process.env.npm_execpath, 'install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...args);
else if (['check', 'pack', 'trace', 'promises', 'notices', 'outdated', 'release'].includes(task))
  become(`scripts/${task}.ts`, ...args);
else if (task === 'fix') become(path.join(modules, '@biomejs/biome/bin/biome'), 'check', '--write', '.');
else if (task === 'bench') become('bench/bench.ts');
else if (task !== 'build') become(path.join(modules, task), ...args);
