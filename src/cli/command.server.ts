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

/** `facts` are printed with `--json`, else `text`. `failed`: it ran and found a problem (exit code 1). */
export type ExitOutcome = { facts: object; text: string; failed?: boolean } | 'goes on';

export class CommandError extends Error {}

export class UsageError extends Error {}

/** Node's AggregateError of a refused connection has an empty message. */
export function errorMessage(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
