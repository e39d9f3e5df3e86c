import { afterEach } from 'vitest';
import { BuiltServer } from './built-server.ts';
import { OwnDisk } from './own-disk.ts';

/** Before each file of the tests of faults: a hook in a module that files share would be one of the first file alone. */
afterEach(OwnDisk.removeAll);
afterEach(BuiltServer.killAll);
