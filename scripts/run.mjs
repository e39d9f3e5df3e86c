// Runs a tool of the packages on Node 24: node scripts/run.mjs vitest/vitest.mjs run
import path from 'node:path';
import { become, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
const [tool, ...args] = process.argv.slice(2);
become(path.join(root, 'node_modules', tool), ...args);
