// What npm's scripts are: node scripts/run.mjs start | dev | build | check | test | torment | bench | notices | release, and any
// tool of the packages on Node 24: node scripts/run.mjs vitest/vitest.mjs run
import path from 'node:path';
import { become, ensureBuilt, ensureInstalled, root } from './setup.mjs';

const [task = '', ...args] = process.argv.slice(2);
const quiet = '--disable-warning=ExperimentalWarning';
const modules = path.join(root, 'node_modules');

await ensureInstalled();
if (['start', 'build', 'test', 'torment', 'bench', 'release'].includes(task)) ensureBuilt();
if (task === 'start') become(quiet, 'dist/server/start.js');
else if (task === 'test') become(quiet, path.join(modules, 'vitest/vitest.mjs'), 'run', ...args);
else if (task === 'torment') {
  process.env.TORMENT = '1';
  become(quiet, path.join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'faults', ...args);
} else if (task === 'dev') become(quiet, 'scripts/dev.ts');
else if (['check', 'notices', 'release'].includes(task)) become(`scripts/${task}.ts`, ...args);
else if (task === 'bench') become('bench/bench.ts');
else if (task !== 'build') become(path.join(modules, task), ...args);
