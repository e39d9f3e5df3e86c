import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder with package.json: source and build lie at different depths below it. */
export const projectRoot = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return rootAbove(parent);
}
