import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** The archive of an unpacked program under another version, changed before its hashes are made, or afterwards. */
export function repack(
  from: string,
  as: string,
  change: { before?: (place: string) => void; after?: (place: string) => void } = {},
): string {
  const name = `prangon-${as}`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-repacked-'));
  const place = path.join(folder, name);
  cpSync(from, place, { recursive: true, verbatimSymlinks: true });
  const about = path.join(place, 'package.json');
  writeFileSync(about, JSON.stringify({ ...JSON.parse(readFileSync(about, 'utf8')), version: as }));
  change.before?.(place);
  const listed = readFileSync(path.join(place, 'SHA256SUMS'), 'utf8').matchAll(/^\w+ {2}(.*)$/gm);
  const sums = [...listed].map(([, file = '']) => {
    const hash = createHash('sha256').update(readFileSync(path.join(place, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  writeFileSync(path.join(place, 'SHA256SUMS'), sums.join(''));
  change.after?.(place);
  execFileSync('tar', ['-czf', `${place}.tar.gz`, '-C', folder, name]);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `${place}.tar.gz`;
}

/** In the one file of the program that has it. */
export function editProgram(place: string, pattern: RegExp, change: (found: string) => string): void {
  const files = globSync('dist/server/*.js', { cwd: place }).map((name) => path.join(place, name));
  const file = files.find((name) => pattern.test(readFileSync(name, 'utf8'))) ?? '';
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, change));
}
