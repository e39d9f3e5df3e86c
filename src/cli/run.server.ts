import { parseArgs } from 'node:util';
import { SettingError } from '#platform/settings/settings.server.ts';
import { type Command, CommandError, errorMessage, UsageError } from './command.server.ts';
import { commands } from './commands.server.ts';
import { createProgress } from './progress.server.ts';

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
  json: { type: 'boolean', about: 'the answer as JSON, on standard output' },
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
  if (!command) {
    err(`There is no command '${name}'. \`prangon --help\` lists them.\n`);
    return wrongUse;
  }
  const call = { ...context, name, command, args: rest, json: rest.includes('--json') };
  return runCommand(call).catch((error) => printError(error, call));
}

interface Call extends CliContext {
  name: string;
  command: Command;
  args: string[];
  json: boolean;
}

async function runCommand({ name, command, args, json, env, out, err, terminal }: Call): Promise<number | 'goes on'> {
  const { values: options, positionals: words } = parseOptions(command, args);
  if (options.help) {
    out(helpOf(name, command));
    return done;
  }
  const [min, max] = command.words ?? [0, 0];
  if (words.length < min || words.length > max) throw new UsageError('');
  const progress = createProgress(err, terminal);
  const outcome = await command.run({ env, words, options, progress }).finally(progress.end);
  if (outcome === 'goes on') return outcome;
  out(`${json ? JSON.stringify(outcome.facts, null, 2) : outcome.text}\n`);
  return outcome.failed ? failed : done;
}

function printError(error: unknown, { name, command, json, env, out, err }: Call): number {
  if (error instanceof UsageError) {
    const usage = `Usage: prangon ${name} ${command.usage}`.trimEnd();
    err(`${error.message}\n${usage}\n\`prangon ${name} --help\` says more.\n`.trimStart());
    return wrongUse;
  }
  const isExpected = error instanceof CommandError || error instanceof SettingError;
  const reason = `${error instanceof SettingError ? 'Setting: ' : ''}${errorMessage(error)}`;
  if (json) out(`${JSON.stringify({ error: reason }, null, 2)}\n`);
  else err(`${reason}\n`);
  if (!isExpected && env.LOG_LEVEL === 'debug') err(`${(error as Error).stack}\n`);
  return failed;
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
