import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Installs the packages of a folder with a lock of its own where that was not done yet: what only some need.
 * @throws {Error} where the registry is out of reach
 */
export function fetchPackages(folder: string, what: string): void {
  // npm writes it at the end.
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  console.log(`${what} from npm (once) …`);
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', options, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${what} could not be fetched. Is the npm registry in reach?`);
}
