import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { type CommandCall, CommandError, type ExitOutcome, UsageError } from './command.server.ts';

export async function setup({ words: [site = ''], options }: CommandCall): Promise<ExitOutcome> {
  if (!options.remove && !/^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(site))
    throw new UsageError('Give the name of the site in small letters, such as www.school.example.');
  const { stdout, stderr, status } = spawnSync('sh', [path.join(projectRoot, 'deploy/setup.sh'), site], {
    encoding: 'utf8',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE: process.execPath,
      DRY_RUN: options['dry-run'] ? '1' : '',
      REMOVE: options.remove ? '1' : '',
    },
  });
  const steps = stdout.trim();
  if (status !== 0) throw new CommandError(`${steps}\nThis failed: ${stderr.trim()}`.trim());
  return { facts: { steps: steps.split('\n') }, text: steps };
}
