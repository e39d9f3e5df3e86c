import type { Progress } from './progress.server.ts';

/** One word behind `prangon`. */
export interface Command {
  /** What stands behind its name. */
  usage: string;
  /** One line. */
  about: string;
  /** What `--help` says beside, in whole paragraphs. */
  more?: string;
  options?: Record<string, Option>;
  /** How many words stand behind it, at least and at most. */
  words?: readonly [number, number];
  run: (call: Call) => Promise<Outcome>;
}

interface Option {
  type: 'string' | 'boolean';
  about: string;
}

/** What was typed, and where. */
export interface Call {
  env: Record<string, string | undefined>;
  words: string[];
  options: Record<string, string | boolean | undefined>;
  progress: Progress;
}

/** What came of it: as `--json` tells it, and in words. `failed`: it was done, and what it found is not well. */
export type Outcome = { facts: object; text: string; failed?: boolean } | 'goes on';

/** It can't be done, or must not. The message says why, and what to do. */
export class Refused extends Error {}

/** It was not typed as it should be. */
export class WrongUse extends Error {}
