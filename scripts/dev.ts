import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

/**
 * Builds client and server again at every change and restarts the server: the same program as in production, with the
 * same headers and the same inlined parts. Reload the page to see a change.
 */
const root = path.resolve(import.meta.dirname, '..');
let server: ChildProcess | null = null;
let restart: NodeJS.Timeout | null = null;
/** The server needs both parts, and on a fresh clone neither is there. */
let isBuilt = false;

// What is built here carries no stamp, so that `npm start` makes its own build.
await rm(path.join(root, 'dist/.built-from'), { force: true });
for (const configFile of ['vite.config.ts', 'vite.server.config.ts']) await watch(path.join(root, configFile));
isBuilt = true;
restartSoon();
process.on('exit', () => server?.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

async function watch(configFile: string): Promise<void> {
  const watcher = await build({ root, configFile, logLevel: 'warn', build: { watch: {} } });
  if (!('on' in watcher)) throw new Error('Vite did not begin to watch');
  await new Promise<void>((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      resolve();
      restartSoon();
    });
  });
}

/** One change may rebuild both parts: the server starts again once, after the last of them. */
function restartSoon(): void {
  if (!isBuilt) return;
  if (restart) clearTimeout(restart);
  restart = setTimeout(() => {
    server?.kill();
    server = spawn(process.execPath, ['dist/server/start.js'], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
  }, 300);
}
