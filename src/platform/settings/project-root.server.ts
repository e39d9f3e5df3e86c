import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** `import.meta.dirname` is missing in old Nodes, in which `prangon` still has to report that they are too old. */
export const projectRoot = rootAbove(path.dirname(fileURLToPath(import.meta.url)));

export function programVersion(): string {
  return JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')).version;
}

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return rootAbove(parent);
}
