import type { Progress } from './progress.server.ts';

export interface Command {
  usage: string;
  about: string;
  more?: string[];
  options?: Record<string, Option>;
  /** Minimum and maximum number of positional arguments. */
  words?: readonly [number, number];
  run: (call: CommandCall) => Promise<ExitOutcome>;
}

interface Option {
  type: 'string' | 'boolean';
  about: string;
}

export interface CommandCall {
  env: Record<string, string | undefined>;
  words: string[];
  options: Record<string, string | boolean | undefined>;
  progress: Progress;
}

/** `facts` are printed with `--json`, beside `text` and `hint`. `failed`: it ran and found a problem (exit code 1). */
export type ExitOutcome = { facts: object; text: string; hint?: string | undefined; failed?: boolean } | 'goes on';

export const settingsHint = 'docs/settings.md tells what each setting means';

export class CommandError extends Error {}

export class UsageError extends Error {}

/** Node's AggregateError of a refused connection has an empty message. */
export function errorMessage(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
