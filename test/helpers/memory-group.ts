import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that share so much memory, as those of a container do. */
export interface MemoryGroup {
  /** Runs a program in it. */
  program: (program: { file: string; args: string[] }) => { file: string; args: string[] };
  /** How many of its processes the kernel ended for want of memory. */
  kills: () => number;
  /** Once nothing runs in it any more: helpers of a server that was killed end a little later. */
  remove: () => Promise<void>;
}

/** Null where this machine lets nobody make one. */
export function makeMemoryGroup(bytes: number): MemoryGroup | null {
  const isFirst = existsSync('/sys/fs/cgroup/memory');
  const folder = path.join('/sys/fs/cgroup', isFirst ? 'memory' : '', `prangon-${randomUUID()}`);
  try {
    mkdirSync(folder);
    writeFileSync(path.join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  const events = path.join(folder, isFirst ? 'memory.oom_control' : 'memory.events');
  return {
    program: ({ file, args }) => ({
      file: 'sh',
      args: ['-c', 'echo $$ > "$0" && exec "$@"', path.join(folder, 'cgroup.procs'), file, ...args],
    }),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1]),
    remove: async () => {
      const end = Date.now() + 50_000;
      // The kernel refuses while a process of it is left.
      while (
        Date.now() < end &&
        !(await rmdir(folder)
          .then(() => true)
          .catch(() => false))
      )
        await sleep(200);
    },
  };
}
