import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { preferOomKill } from '#platform/jobs/process-pool.server.ts';
import type { SweepJob } from '#platform/jobs/sweep.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { changeBackupState, readUpkeep } from './data.server.ts';
import type { Upkeep } from './schema.ts';
import { troubleJob } from './troubles.server.ts';

export const upkeepModule = {
  cleanups: (context) => [backupJob(context), troubleJob(context)],
  metrics: ({ database, settings }) => [
    {
      name: 'prangon_backup_timestamp_seconds',
      help: 'When a backup was whole last (what=made), and one was restored well on trial (what=restored); 0 is never.',
      label: 'what',
      read: async () => {
        const { on, backups } = await readUpkeep(database, settings);
        const seconds = (time: string | null) => Date.parse(time ?? '1970') / 1_000;
        return on ? { made: seconds(backups.last), restored: seconds(backups.restored) } : {};
      },
    },
  ],
} satisfies Module;

const hour = 3_600_000;

/** In MiB: with these the process stays below 140 MB, however large the store is. */
const smallHeap = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/**
 * Starts `prangon backup` in each new hour, and once a month the trial of a restore, as a process of its own: answers don't
 * wait, and its memory is given back. The command has a lock, so that instances may start it at once.
 */
function backupJob({ settings, database, log, http }: AppContext): SweepJob {
  let child: ChildProcess | null = null;
  http.server.once('close', () => child?.kill());
  const onExit = async (args: string[], code: number | null, signal: string | null) => {
    child = null;
    log[code === 0 ? 'info' : 'warn']({ event: 'backup', args, code, signal });
    if (!signal || http.stopping.begun) return;
    const reason = `It was ended by ${signal}.`;
    const now = new Date().toISOString();
    const change = args.length === 1 ? { failed: { since: now, reason } } : { tried: now, restore_failed: reason };
    await changeBackupState(database, change);
  };
  return {
    name: 'backup',
    run: async () => {
      const args = dueCommand(await readUpkeep(database, settings), Date.now());
      if (!args || child) return;
      const program = path.join(projectRoot, 'dist/server/prangon.js');
      child = spawn(process.execPath, [...smallHeap, program, ...args], {
        env: { ...process.env, ...settings.environment },
        stdio: 'ignore',
      });
      // Other cleanups go on meanwhile.
      const end = (code: number | null, signal: string | null) =>
        void onExit(args, code, signal).catch(() => undefined);
      child.once('exit', end).once('error', () => end(null, null));
      if (child.pid === undefined) return;
      // Where the server's own is lower already, the system refuses to raise it.
      os.setPriority(child.pid, Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL));
      void preferOomKill(child.pid);
    },
  };
}

/** A failed backup is due again at once, a failed trial the next day. */
function dueCommand({ on, backups }: Upkeep, now: number): string[] | null {
  const { last, failed, tried, restore_failed } = backups;
  const hourOf = (moment: number) => Math.floor(moment / hour);
  if (!on) return null;
  if (failed || !last || hourOf(Date.parse(last)) !== hourOf(now)) return ['backup'];
  return !tried || now - Date.parse(tried) >= (restore_failed ? 1 : 30) * 24 * hour ? ['backup', '--try'] : null;
}
