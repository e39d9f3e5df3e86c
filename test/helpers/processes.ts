import { readdirSync, readFileSync } from 'node:fs';

/** User and system time of a process from /proc, whose unit is a hundredth of a second; in milliseconds. */
export function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function childrenOf(pid: number | undefined): number[] {
  return threadsOf(pid).flatMap((thread) =>
    unlessGone(() =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  );
}

export function threadsOf(pid: number | undefined): number[] {
  return unlessGone(() => readdirSync(`/proc/${pid}/task`).map(Number));
}

/** A process with all that came of it. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** What a process and all that came of it hold of the memory together, in MiB: what they share is counted once. */
export function memoryOfFamily(pid: number | undefined): number {
  const parts = familyOf(pid ?? 0).flatMap((each) =>
    unlessGone(() => [/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]]),
  );
  return parts.reduce((sum, kilobytes = '0') => sum + Number(kilobytes), 0) / 1_024;
}

/** Nothing where the thread or process ended while it was asked. */
export function unlessGone<T>(ask: () => T[]): T[] {
  try {
    return ask();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
