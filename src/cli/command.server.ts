import type { Progress } from './progress.server.ts';

export interface Command {
  usage: string;
  about: string;
  more?: string;
  options?: Record<string, Option>;
  /** Minimum and maximum number of positional arguments. */
  words?: readonly [number, number];
  run: (call: Call) => Promise<Outcome>;
}

interface Option {
  type: 'string' | 'boolean';
  about: string;
}

export interface Call {
  env: Record<string, string | undefined>;
  words: string[];
  options: Record<string, string | boolean | undefined>;
  progress: Progress;
}

/** `facts` are printed with `--json`, else `text`. `failed`: it ran and found a problem (exit code 1). */
export type Outcome = { facts: object; text: string; failed?: boolean } | 'goes on';

export class Refused extends Error {}

export class WrongUse extends Error {}
