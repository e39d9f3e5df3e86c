import type { Command } from './command.server.ts';
import { programVersion } from './version.server.ts';

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
  backup: {
    usage: 'FILE',
    about: 'everything in one archive, while the server runs',
    more: [
      'The archive is a tar with all rows, all stored files and the secret, as they are at one moment, and the hashes of',
      'all that. It gets its name once it is whole, on the disk, and read once more.',
    ].join('\n'),
    words: [1, 1],
    run: async (call) => (await import('./backup/backup.server.ts')).backup(call),
  },
  restore: {
    usage: 'FILE',
    about: 'puts a backup into an empty place, all of it or nothing',
    more: [
      'Into DATA_DIR, and into DATABASE_URL and FILES_URL where they are set, whichever database the backup was made of.',
      'Everything is checked first. Sessions and links to choose a password end; sending of mails is paused.',
    ].join('\n'),
    words: [1, 1],
    options: { check: { type: 'boolean', about: 'only checks the backup' } },
    run: async (call) => (await import('./backup/restore.server.ts')).restore(call),
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
      const version = programVersion();
      const node = process.versions.node;
      return { facts: { version, node }, text: `Prangon ${version}, Node ${node}` };
    },
  },
};
