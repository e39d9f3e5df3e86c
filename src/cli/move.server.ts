import { RestoreDetection } from '#mail/sending-state.server.ts';
import { type CommandCall, type ExitOutcome, UsageError } from './command.server.ts';
import { withStore } from './open-store.server.ts';
import { assertEmpty, assertOwnFolder, fillStore } from './portable/fill.server.ts';
import { rowsIn, withSnapshot } from './portable/snapshot.server.ts';

/** Copies the store to the other database. The old database and the stored files stay unchanged. */
export async function move({ env, options, progress }: CommandCall): Promise<ExitOutcome> {
  const databaseUrl = urlOf(options.to);
  // Close the connections first, or `alone` would take them for a running server.
  const from = await withStore(env, async ({ settings }) => settings);
  assertOwnFolder(from.dataDir);
  const to = { dataDir: from.dataDir, databaseUrl };
  const { rows, tables } = await withSnapshot(from, { alone: true }, async (snapshot) => {
    await assertEmpty(to);
    const sums = await fillStore(to, snapshot, progress, (transaction, _, dataDir) =>
      new RestoreDetection(transaction, dataDir).markMoved(transaction),
    );
    return { rows: rowsIn(snapshot), tables: sums };
  });
  const next = databaseUrl
    ? 'Set DATABASE_URL to it and start the server. The old file stays: move it away when all is well.'
    : 'Start the server without DATABASE_URL. The old database stays: drop it when all is well.';
  const text = `Moved: ${rows} rows of ${Object.keys(tables).length} tables, read once more and the same.\n${next}`;
  return { facts: { rows, tables }, text };
}

function urlOf(to: unknown): string | null {
  if (to === 'sqlite') return null;
  if (typeof to === 'string' && /^postgres(ql)?:\/\/./.test(to)) return to;
  throw new UsageError('Say where: --to postgres://user:password@host/database, or --to sqlite.');
}
