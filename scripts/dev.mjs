// npm run dev
import { become, ensureInstalled, root } from './setup.mjs';
import path from 'node:path';

ensureInstalled();
become(path.join(root, 'scripts/dev.ts'));
