import { parseArgs } from 'node:util';
import { SettingError } from '#platform/settings/settings.server.ts';
import { type Command, CommandError, type ExitOutcome, UsageError } from './command.server.ts';
import { commands } from './commands.server.ts';
import { Progress } from './progress.server.ts';

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

export async function run(args: string[], context: CliContext): Promise<number | 'goes on'> {
  const [name = '', ...rest] = args;
  if (['', '--help', '-h', 'help'].includes(name)) {
    const topic = commands[rest[0] ?? ''];
    context[name === '' ? 'err' : 'out'](topic ? helpOf(rest[0] ?? '', topic) : help());
    return name === '' ? wrongUse : done;
  }
  const command = commands[name === '--version' ? 'version' : name];
  if (!command) {
    context.err(`There is no command '${name}'. \`prangon --help\` lists them.\n`);
    return wrongUse;
  }
  return runOne(name, command, rest, context);
}

async function runOne(
  name: string,
  command: Command,
  rest: string[],
  context: CliContext,
): Promise<number | 'goes on'> {
  const { env, out, err, terminal } = context;
  const json = rest.includes('--json');
  const progress = new Progress(err, terminal);
  try {
    const { values, positionals } = parseOptions(command, rest);
    if (values.help) {
      out(helpOf(name, command));
      return done;
    }
    const [min, max] = command.words ?? [0, 0];
    if (positionals.length < min || positionals.length > max) throw new UsageError('');
    const outcome = await command.run({ env, words: positionals, options: values, progress });
    progress.end();
    return printOutcome(outcome, json, out);
  } catch (error) {
    progress.end();
    return printError(error, { name, command, json, context });
  }
}

function parseOptions(command: Command, rest: string[]) {
  const options = Object.entries({ ...common, ...command.options }).map(([name, { type }]) => {
    const short = name === 'help' ? { short: 'h' } : {};
    return [name, { type, ...short }] as const;
  });
  try {
    return parseArgs({ args: rest, options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/ To specify a positional.*/, ''));
  }
}

function printOutcome(outcome: ExitOutcome, json: boolean, out: (text: string) => void): number | 'goes on' {
  if (outcome === 'goes on') return outcome;
  out(json ? `${JSON.stringify(outcome.facts, null, 2)}\n` : `${outcome.text}\n`);
  return outcome.failed ? failed : done;
}

function printError(
  error: unknown,
  { name, command, json, context }: { name: string; command: Command; json: boolean; context: CliContext },
): number {
  if (error instanceof UsageError) {
    const usage = `Usage: prangon ${name} ${command.usage}`.trimEnd();
    context.err(`${error.message ? `${error.message}\n` : ''}${usage}\n\`prangon ${name} --help\` says more.\n`);
    return wrongUse;
  }
  const reason = reasonOf(error);
  if (json) context.out(`${JSON.stringify({ error: reason }, null, 2)}\n`);
  else context.err(`${reason}\n`);
  if (!isPlain(error) && context.env.LOG_LEVEL === 'debug') context.err(`${(error as Error).stack}\n`);
  return failed;
}

function isPlain(error: unknown): boolean {
  return error instanceof CommandError || error instanceof SettingError;
}

function reasonOf(error: unknown): string {
  if (error instanceof SettingError) return `Setting: ${error.message}`;
  // Node's AggregateError of a refused connection has an empty message.
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

function help(): string {
  const wide = Math.max(...Object.entries(commands).map(([name, { usage }]) => `${name} ${usage}`.length));
  const lines = Object.entries(commands).map(
    ([name, { usage, about }]) => `  ${`${name} ${usage}`.padEnd(wide)}  ${about}`,
  );
  return [
    'prangon: the website and its back office, and what keeps them well.',
    '',
    ...lines,
    '',
    'Settings come from the environment, as for the server. `prangon COMMAND --help` says more of each.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong use. With --json the answer is JSON.',
    '',
  ].join('\n');
}

function helpOf(name: string, { usage, about, more, options }: Command): string {
  const all = Object.entries({ ...options, ...common });
  const wide = Math.max(...all.map(([option]) => option.length));
  return [
    `prangon ${name} ${usage}`.trimEnd(),
    '',
    about,
    ...(more ? ['', more] : []),
    '',
    ...all.map(([option, { about: says }]) => `  --${option.padEnd(wide)}  ${says}`),
    '',
  ].join('\n');
}
