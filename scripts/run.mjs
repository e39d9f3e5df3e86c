// What npm's scripts are: node scripts/run.mjs start | dev | build | pack | check | test | torment | operate | bench |
// notices | release, and any tool of the packages on Node 24: node scripts/run.mjs vitest/vitest.mjs run
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { become, ensureBuilt, ensureInstalled, root } from './setup.mjs';

const [task = '', ...args] = process.argv.slice(2);
const quiet = '--disable-warning=ExperimentalWarning';
const modules = path.join(root, 'node_modules');
/** The tests of what operators do and meet: stopping, starting anew, backup, moving, taking over, a bucket that fails, running what is packed, the image. */
const operating = [
  'slow-and-closing',
  'rolling-restart',
  'backup',
  'move',
  'failover',
  'bucket',
  'archive',
  'image',
].map((name) => `/${name}.`);

await ensureInstalled();
if (['start', 'build', 'pack', 'test', 'torment', 'operate', 'bench', 'release'].includes(task)) ensureBuilt();
if (task === 'start') {
  // It keeps a third less memory so, gives back what large answers took, and is as quick.
  const { config } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  process.env = { ...config.serverEnvironment, ...process.env };
  become(quiet, 'dist/server/start.js');
} else if (task === 'test') become(quiet, path.join(modules, 'vitest/vitest.mjs'), 'run', ...args);
else if (task === 'torment' || task === 'operate') {
  process.env.TORMENT = '1';
  const only = task === 'operate' ? operating : [];
  become(quiet, path.join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'faults', ...only, ...args);
} else if (task === 'dev') become(quiet, 'scripts/dev.ts');
else if (['check', 'pack', 'notices', 'release'].includes(task)) become(`scripts/${task}.ts`, ...args);
else if (task === 'bench') become('bench/bench.ts');
else if (task !== 'build') become(path.join(modules, task), ...args);
