// npm run dev

import path from 'node:path';
import { become, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
become(path.join(root, 'scripts/dev.ts'));
