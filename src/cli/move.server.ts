import { RestoreDetection } from '#mail/sending-state.server.ts';
import { type CommandCall, type ExitOutcome, UsageError } from './command.server.ts';
import { withStore } from './open-store.server.ts';
import { assertOwnFolder, fillStore, type Source, type TargetTable } from './portable/fill.server.ts';
import { withSnapshot } from './portable/open-snapshot.server.ts';
import { rowsIn, type Snapshot, type Sums } from './portable/snapshot.server.ts';

/** Copies the store to the other database. The old database and the stored files stay unchanged. */
export async function move({ env, options, progress }: CommandCall): Promise<ExitOutcome> {
  const url = urlOf(options.to);
  // Close the connections first, or `alone` would take them for a running server.
  const from: TargetTable = await withStore(env, async ({ settings }) => settings);
  assertOwnFolder(from.dataDir);
  const to: TargetTable = { dataDir: from.dataDir, databaseUrl: url };
  let sums: Sums = {};
  await withSnapshot(from, { alone: true }, (snapshot) => {
    progress.begin('Rows', rowsIn(snapshot));
    const source = sourceOf(snapshot, (count) => progress.add(count));
    return fillStore(to, source, {
      check: (written) => {
        sums = written;
      },
      onCompare: () => progress.begin('Reading them once more'),
      finish: (transaction, dataDir) => new RestoreDetection(transaction, dataDir).markMoved(transaction),
    });
  });
  const rows = Object.values(sums).reduce((sum, table) => sum + table.rows, 0);
  const next = to.databaseUrl
    ? 'Set DATABASE_URL to it and start the server. The old file stays: move it away when all is well.'
    : 'Start the server without DATABASE_URL. The old database stays: drop it when all is well.';
  return {
    facts: { rows, tables: sums },
    text: `Moved: ${rows} rows of ${Object.keys(sums).length} tables, read once more and the same.\n${next}`,
  };
}

function urlOf(to: unknown): string | null {
  if (to === 'sqlite') return null;
  if (typeof to === 'string' && /^postgres(ql)?:\/\/./.test(to)) return to;
  throw new UsageError('Say where: --to postgres://user:password@host/database, or --to sqlite.');
}

function sourceOf(snapshot: Snapshot, onRows: (count: number) => void): Source {
  const { migrations, tables } = snapshot;
  return { migrations, tables, pieces: piecesOf(snapshot, onRows) };
}

async function* piecesOf({ tables, rows }: Snapshot, onRows: (count: number) => void) {
  for (const table of tables) {
    for await (const some of rows(table)) {
      yield { table: table.name, lines: some.map((row) => JSON.stringify(row)) };
      onRows(some.length);
    }
  }
}
