// npm run bench
import { ensureBuilt, ensureInstalled, runTool } from './setup.mjs';

ensureInstalled();
ensureBuilt();
runTool('bench/bench.ts');
