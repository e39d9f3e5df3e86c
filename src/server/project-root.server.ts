import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder with package.json: source and build lie at different depths below it. `import.meta.dirname` is missing in
 * some of the old Nodes that `prangon` refuses with a line of its own.
 */
export const projectRoot = rootAbove(path.dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return rootAbove(parent);
}
