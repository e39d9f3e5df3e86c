// npm test: everything, or what is named: npm test -- --project sqlite news
import path from 'node:path';
import { become, ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
become(
  '--disable-warning=ExperimentalWarning',
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...process.argv.slice(2),
);
