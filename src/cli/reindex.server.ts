import type { CommandCall, ExitOutcome } from './command.server.ts';
import { withStore } from './open-store.server.ts';
import { searchIndexes } from './search-indexes.server.ts';

export function reindex({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return withStore(env, async ({ database }) => {
    for (const { name, rebuild } of searchIndexes) {
      progress.begin(name);
      await rebuild(database);
    }
    const rebuilt = searchIndexes.map(({ name }) => name);
    return { facts: { rebuilt }, text: `Made anew: ${rebuilt.join(', ')}.` };
  });
}
