import { readdirSync } from 'node:fs';
import os from 'node:os';

/** How many files and sockets a process has open. */
export function openFilesOf(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The value that this part of the values (0.99, say) does not exceed; whole milliseconds are told as they are. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN);
}

/** How busy the machine is, for whoever reads a time that was measured on it. */
export function loadNow(): string {
  return ` (load ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length})`;
}
