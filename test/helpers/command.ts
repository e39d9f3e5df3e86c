import { run } from '../../src/cli/run.server.ts';
import { environment } from './app.ts';
import type { Store } from './store.ts';

/** What a command answered. */
export interface Told {
  code: number | 'goes on';
  out: string;
  err: string;
}

/** Runs the command on a store, as somebody does who types it. */
export function prangon(store: Store, typed: string[], env: Record<string, string> = {}): Promise<Told> {
  return runCommand(typed, environment(store, env));
}

/** The same with just these settings. */
export async function runCommand(typed: string[], env: Record<string, string>): Promise<Told> {
  const told = { out: '', err: '' };
  const code = await run(typed, {
    env,
    out: (text) => {
      told.out += text;
    },
    err: (text) => {
      told.err += text;
    },
    terminal: false,
  });
  return { code, ...told };
}
