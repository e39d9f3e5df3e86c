import type { Module } from '#cms/module.server.ts';
import { backupJob } from './backup-runner.server.ts';
import { readUpkeep } from './data.server.ts';
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
