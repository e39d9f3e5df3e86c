import { afterEach } from 'vitest';
import { BuiltServer } from './built-server.ts';
import { OwnDisk } from './own-disk.ts';

/** Vitest runs this before each file; a hook in a module that files share would be registered for the first file only. */
afterEach(OwnDisk.removeAll);
afterEach(BuiltServer.killAll);
