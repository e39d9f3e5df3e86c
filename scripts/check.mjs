// npm run check
import { ensureInstalled, runTool } from './setup.mjs';

ensureInstalled();
runTool('scripts/check.ts');
