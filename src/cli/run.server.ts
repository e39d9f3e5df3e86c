import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Command,
  type CommandCall,
  CommandError,
  createProgress,
  type ExitOutcome,
  errorMessage,
  settingsHint,
  UsageError,
} from '#backup/command.server.ts';
import { programVersion, projectRoot } from '#platform/settings/project-root.server.ts';
import { SettingError } from '#platform/settings/settings.server.ts';
import { inheritedSocket, supervise } from '#platform/supervisor.server.ts';

/** Commands import their modules when they run, so that `--help` is fast. */
const commands: Record<string, Command> = {
  start: {
    usage: '',
    about: 'starts the server, and goes on until it is stopped',
    more: [
      'Listens on the socket that systemd passes on (prangon.socket), else keeps one while the server is started again: for',
      'SIGHUP, after a crash, and where the link that it was started by leads to another version.',
    ],
    run: async ({ env }) => {
      if (inheritedSocket(env) === undefined) supervise(process.execPath, process.argv[1] ?? '');
      else await import('#start.server.ts');
      return 'goes on';
    },
  },
  doctor: {
    usage: '',
    about: 'looks whether this machine is set up as the server needs it, and says what to do',
    more: [
      'Settings, data folder, database, files or bucket, mail server, and what the names of the sender say of it (SPF, DKIM,',
      'DMARC). It ends with 1 where something is broken. Run it as the user of the server. `verify` looks into the data.',
    ],
    options: { quiet: { type: 'boolean', about: 'prints what is wrong alone, for cron' } },
    run: async (call) => (await import('./doctor.server.ts')).doctor(call),
  },
  backup: {
    usage: '[FILE]',
    about: 'everything in one archive, while the server runs; without FILE what the server does each hour',
    more: [
      'The archive is a tar with all rows, all stored files and the secret, as they are at one moment, and the hashes of',
      'all that. It gets its name once it is whole, on the disk, and read once more. Where a stored file is missing, or not',
      'as it was stored, the archive has all others, and the command ends with 1.',
    ],
    words: [0, 1],
    options: { try: { type: 'boolean', about: 'restores the newest hourly backup into a throw-away database' } },
    run: async (call) => {
      if (call.words.length > 0) return (await import('#backup/archive.server.ts')).backup(call);
      const { backupHourly, tryRestore } = await import('#backup/hourly.server.ts');
      return call.options.try ? tryRestore(call) : backupHourly(call);
    },
  },
  restore: {
    usage: 'FILE | DIR | s3://BUCKET',
    about: 'puts a backup into an empty place, all of it or nothing',
    more: [
      'Into DATA_DIR, and into DATABASE_URL and FILES_URL where they are set, whichever database the backup was made of.',
      'Everything is checked first. Sessions and links to choose a password end; sending of mails is paused.',
      'Of hourly backups it takes the newest, in a folder or bucket; BACKUP_PASSPHRASE decrypts.',
    ],
    words: [1, 1],
    options: {
      check: { type: 'boolean', about: 'only checks the backup' },
      at: { type: 'string', about: 'the last backup until then, in UTC: 2026-11-23T02:30' },
    },
    run: async (call) => {
      const { onRestore } = await import('#app.server.ts');
      return (await import('#backup/restore.server.ts')).restore(call, onRestore);
    },
  },
  verify: {
    usage: '',
    about: 'looks whether database and stored files are whole',
    more: [
      'Every stored file is read and compared with the hash that names it. A file that is lost comes back from a backup only,',
      'or from who uploads it again.',
    ],
    run: async (call) => (await import('./doctor.server.ts')).verify(call),
  },
  move: {
    usage: '--to URL',
    about: 'carries the store to the other database, and back',
    more: [
      'To `postgres://user:password@host/database`, which is empty, or to `sqlite`: the file in DATA_DIR. Stop the server',
      'first. The old database stays as it is; a move that was cut off is simply begun again.',
    ],
    options: { to: { type: 'string', about: 'where to: postgres://…, or sqlite' } },
    run: async (call) => (await import('#backup/fill.server.ts')).move(call),
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
  'import-site': {
    usage: 'URL',
    about: 'reads the public calls of an older site, with its pictures and files, into this one',
    more: [
      'What it reads is a draft or hidden, until staff publish it. A record that it made before is left as it is now, so run',
      'it again after a break, or for what is new there. What could not be read is listed at the end, and it ends with 1.',
    ],
    words: [1, 1],
    options: { publish: { type: 'boolean', about: 'visitors see it at once' } },
    run: async (call) => (await import('./import-site.server.ts')).importSite(call),
  },
  setup: {
    usage: 'HOST',
    about: 'sets this server up for the site HOST, by systemd and Caddy or nginx',
    more: [
      'For Debian and Ubuntu, as root: user, /opt/prangon, /etc/prangon.env, units, the command, the proxy. It prints what it',
      'does, and may be run again. A file of somebody else is kept beside, as `….before-prangon`.',
    ],
    words: [0, 1],
    options: {
      'dry-run': { type: 'boolean', about: 'only prints what it would do' },
      remove: { type: 'boolean', about: 'takes back what it did, but for data and settings' },
    },
    run: setup,
  },
  update: {
    usage: 'ARCHIVE',
    about: 'goes on to a newer version, and back by itself where that does not become ready',
    more: [
      'Checks the signature and every file of the archive, makes a backup into DATA_DIR/backups, unpacks beside this',
      'version, switches the link `prangon`, restarts, and waits until the new version is ready. Run it as root, while the',
      'server runs. Where it is cut off, run it again: it says how far it came, and goes on.',
    ],
    words: [1, 1],
    options: {
      wait: { type: 'string', about: 'seconds to wait for the new version; 60, if not given' },
      unsigned: { type: 'boolean', about: 'takes the archive without a signature: whoever made it may run code here' },
    },
    run: async (call) => (await import('./update.server.ts')).update(call),
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

export interface CliContext {
  env: Record<string, string | undefined>;
  out: (text: string) => void;
  err: (text: string) => void;
  terminal: boolean;
}

const done = 0;
const failed = 1;
const wrongUse = 2;

const common = {
  json: { type: 'boolean', about: 'the answer as JSON with status, message and hint, on standard output' },
  help: { type: 'boolean', about: 'says how it is used' },
} as const;

export async function run([first = '', ...rest]: string[], context: CliContext): Promise<number | 'goes on'> {
  const { out, err } = context;
  if (first === '') {
    err(help());
    return wrongUse;
  }
  const asksHelp = ['--help', '-h', 'help'].includes(first);
  const name = asksHelp ? (rest[0] ?? '') : first.replace(/^--version$/, 'version');
  const command = commands[name];
  if (asksHelp) {
    out(command ? helpOf(name, command) : help());
    return done;
  }
  const call = { ...context, name, command, args: rest, json: rest.includes('--json') };
  return runCommand(call).catch((error) => printError(error, call));
}

interface Call extends CliContext {
  name: string;
  command: Command | undefined;
  args: string[];
  json: boolean;
}

async function runCommand({ name, command, args, json, env, out, err, terminal }: Call): Promise<number | 'goes on'> {
  if (!command) throw new UsageError(`There is no command '${name}'. \`prangon --help\` lists them.`);
  const { values: options, positionals: words } = parseOptions(command, args);
  if (options.help) {
    out(helpOf(name, command));
    return done;
  }
  const [min, max] = command.words ?? [0, 0];
  if (words.length < min || words.length > max) throw new UsageError('Arguments are missing, or there are too many.');
  const progress = createProgress(options.quiet ? () => undefined : err, terminal);
  const outcome = await command.run({ env, words, options, progress }).finally(progress.end);
  if (outcome === 'goes on') return outcome;
  const { facts, text: message, hint = null } = outcome;
  const answer = { status: outcome.failed ? 'error' : 'ok', message, hint, ...facts };
  if (json || message) out(`${json ? JSON.stringify(answer, null, 2) : message}\n`);
  return outcome.failed ? failed : done;
}

function printError(error: unknown, { name, command, json, env, out, err }: Call): number {
  const isUsage = error instanceof UsageError;
  const isSetting = error instanceof SettingError;
  const usage = command && `Usage: prangon ${name} ${command.usage}`.trimEnd();
  const message = `${isSetting ? 'Setting: ' : ''}${errorMessage(error)}`;
  const hint = (isUsage && usage && `${usage}\n\`prangon ${name} --help\` says more.`) || (isSetting && settingsHint);
  if (json) out(`${JSON.stringify({ status: 'error', message, hint: hint || null }, null, 2)}\n`);
  else err(`${[message, hint].filter(Boolean).join('\n')}\n`);
  const isExpected = isUsage || isSetting || error instanceof CommandError;
  if (!isExpected && env.LOG_LEVEL === 'debug') err(`${(error as Error).stack}\n`);
  return isUsage ? wrongUse : failed;
}

function parseOptions(command: Command, args: string[]) {
  const options = Object.entries({ ...common, ...command.options }).map(
    ([name, { type }]) => [name, name === 'help' ? { type, short: 'h' } : { type }] as const,
  );
  try {
    return parseArgs({ args, options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/ To specify a positional.*/, ''));
  }
}

function help(): string {
  return [
    'prangon: the website and its back office, and what keeps them well.',
    '',
    ...inColumns(Object.entries(commands).map(([name, { usage, about }]) => [`${name} ${usage}`, about])),
    '',
    'Settings come from the environment, as for the server. `prangon COMMAND --help` says more of each.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong use. With --json the answer is JSON.',
    '',
  ].join('\n');
}

function helpOf(name: string, { usage, about, more, options }: Command): string {
  return [
    `prangon ${name} ${usage}`.trimEnd(),
    '',
    about,
    ...(more ? ['', ...more] : []),
    '',
    ...inColumns(Object.entries({ ...options, ...common }).map(([option, { about: says }]) => [`--${option}`, says])),
    '',
  ].join('\n');
}

function inColumns(rows: [string, string][]): string[] {
  const wide = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(wide)}  ${right}`);
}

async function setup({ words: [site = ''], options }: CommandCall): Promise<ExitOutcome> {
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
