// npm start: from a fresh clone to a running site.
import { become, ensureBuilt, ensureInstalled } from './setup.mjs';

ensureInstalled();
ensureBuilt();
become('--disable-warning=ExperimentalWarning', 'dist/server/start.js');
