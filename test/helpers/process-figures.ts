import { readdirSync, readFileSync } from 'node:fs';

/** The memory that a process holds, in MiB. */
export function memoryOf(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** How many files and sockets a process has open. */
export function openFilesOf(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
