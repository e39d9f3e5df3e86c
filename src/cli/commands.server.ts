import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '#server/project-root.server.ts';
import type { Command } from './command.server.ts';

/** Everything behind `prangon`. What a command needs is loaded when it runs: the help comes at once. */
export const commands: Record<string, Command> = {
  start: {
    usage: '',
    about: 'starts the server, and goes on until it is stopped',
    run: async () => {
      await import('../start.server.ts');
      return 'goes on';
    },
  },
  account: {
    usage: 'list | add EMAIL | reset EMAIL',
    about: 'who may sign in; a way back in',
    more: [
      '`add` makes an account, an owner where --role says nothing else. `reset` gives one a new password, takes off its',
      'second factor and ends its sessions. Both print a password once, or with --link a link with which that person',
      'chooses one, without anybody else seeing it.',
    ].join('\n'),
    words: [1, 2],
    options: {
      name: { type: 'string', about: 'of whom is added; else what stands before the @' },
      role: { type: 'string', about: 'owner, editor, sales or viewer' },
      link: { type: 'boolean', about: 'prints a link to choose a password, no password' },
    },
    run: async (call) => (await import('./account.server.ts')).account(call),
  },
  version: {
    usage: '',
    about: 'of the program, and of Node',
    run: async () => {
      const { version } = createRequire(import.meta.url)(path.join(projectRoot, 'package.json')) as { version: string };
      const node = process.versions.node;
      return { facts: { version, node }, text: `Prangon ${version}, Node ${node}` };
    },
  },
};
