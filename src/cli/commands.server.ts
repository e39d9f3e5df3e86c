import type { Command } from './command.server.ts';
import { programVersion } from './version.server.ts';

/** Commands import their modules when they run, so that `--help` is fast. */
export const commands: Record<string, Command> = {
  start: {
    usage: '',
    about: 'starts the server, and goes on until it is stopped',
    run: async () => {
      await import('#start.server.ts');
      return 'goes on';
    },
  },
  doctor: {
    usage: '',
    about: 'looks at everything the server stands on, and says what to do',
    more: [
      'Settings, data folder and disk, database and its clock, files or bucket, mail server, and what the names of the',
      'sender say of it (SPF, DKIM, DMARC). It ends with 1 where something is broken. Run it as the user of the server.',
    ],
    run: async (call) => (await import('./doctor/doctor.server.ts')).doctor(call),
  },
  backup: {
    usage: 'FILE',
    about: 'everything in one archive, while the server runs',
    more: [
      'The archive is a tar with all rows, all stored files and the secret, as they are at one moment, and the hashes of',
      'all that. It gets its name once it is whole, on the disk, and read once more. Where a stored file is missing, or not',
      'as it was stored, the archive has all others, and the command ends with 1.',
    ],
    words: [1, 1],
    run: async (call) => (await import('./backup.server.ts')).backup(call),
  },
  restore: {
    usage: 'FILE',
    about: 'puts a backup into an empty place, all of it or nothing',
    more: [
      'Into DATA_DIR, and into DATABASE_URL and FILES_URL where they are set, whichever database the backup was made of.',
      'Everything is checked first. Sessions and links to choose a password end; sending of mails is paused.',
    ],
    words: [1, 1],
    options: { check: { type: 'boolean', about: 'only checks the backup' } },
    run: async (call) => (await import('./restore.server.ts')).restore(call),
  },
  verify: {
    usage: '',
    about: 'looks whether database and stored files are whole',
    more: [
      'Every stored file is read and compared with the hash that names it. A file that is lost comes back from a backup only,',
      'or from who uploads it again.',
    ],
    run: async (call) => (await import('./doctor/doctor.server.ts')).verify(call),
  },
  move: {
    usage: '--to URL',
    about: 'carries the store to the other database, and back',
    more: [
      'To `postgres://user:password@host/database`, which is empty, or to `sqlite`: the file in DATA_DIR. Stop the server',
      'first. The old database stays as it is; a move that was cut off is simply begun again.',
    ],
    options: { to: { type: 'string', about: 'where to: postgres://…, or sqlite' } },
    run: async (call) => (await import('./move.server.ts')).move(call),
  },
  account: {
    usage: 'list | add EMAIL | reset EMAIL',
    about: 'who may sign in; a way back in',
    more: [
      '`add` makes an account, an owner where --role says nothing else. `reset` gives one a new password, takes off its',
      'second factor and ends its sessions. Both print a password once, or with --link a link with which that person',
      'chooses one, without anybody else seeing it.',
    ],
    words: [1, 2],
    options: {
      name: { type: 'string', about: 'of whom is added; else what stands before the @' },
      role: { type: 'string', about: 'owner, editor, sales or viewer' },
      link: { type: 'boolean', about: 'prints a link to choose a password, no password' },
    },
    run: async (call) => (await import('./account.server.ts')).account(call),
  },
  export: {
    usage: 'DIR',
    about: 'all content as JSON, with its files, for another program',
    more: ['Content, pictures, downloads, site settings and leads; no accounts, no passwords, nothing that is sealed.'],
    words: [1, 1],
    run: async (call) => (await import('./export.server.ts')).exportAll(call),
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
