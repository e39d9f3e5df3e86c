import { readFileSync, statfsSync } from 'node:fs';
import os from 'node:os';
import { isChaos } from './chaos.ts';

/** In bytes. What a run writes at once is less, and some is left for what else the machine does. */
const enough = 8 * 2 ** 30;

/**
 * Where databases of tests lie: in memory where there is plenty of it, for making one there takes a tenth of the time.
 * What is measured, or is about the disk, lies on the disk.
 */
export const quickFolder = isChaos ? os.tmpdir() : (inMemory('/dev/shm') ?? os.tmpdir());

function inMemory(folder: string): string | null {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${folder} tmpfs `));
    const { bavail, bsize } = statfsSync(folder);
    return mount && !/\bnoexec\b/.test(mount) && bavail * bsize >= enough ? folder : null;
  } catch {
    return null;
  }
}
