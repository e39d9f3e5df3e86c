import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { type CommandCall, CommandError, type ExitOutcome } from './command.server.ts';
import { withStore } from './open-store.server.ts';
import { withSnapshot } from './portable/open-snapshot.server.ts';
import type { SnapshotRow } from './portable/snapshot.server.ts';
import { fileOf, type StoredFile } from './stored-files.server.ts';

/** Content and what belongs to it; no accounts, sessions or encrypted values. */
const tables = new Set<string>([
  ...allKindsOnServer.flatMap((kind) => kind.tables),
  'feature_details',
  'categories_of_features',
  'site_settings',
  'redirects',
  'message_templates',
  'pictures',
  'library_pictures',
  'files',
  'demo_requests',
  'demo_request_events',
]);

const derived = ['search_text', 'institute_folded', 'request_key'];

export async function exportAll({ env, words: [folder = ''], progress }: CommandCall): Promise<ExitOutcome> {
  const place = path.resolve(folder);
  const existing = await readdir(place).catch(() => []);
  if (existing.length > 0) throw new CommandError(`${place} is not empty. Choose another folder.`);
  return withStore(env, async ({ settings, files }) => {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const stored: (StoredFile & { as: string })[] = [];
    const counts = await withSnapshot(settings, {}, async (snapshot) => {
      const rowCounts: Record<string, number> = {};
      for (const table of snapshot.tables.filter(({ name }) => tables.has(name))) {
        progress.begin(table.name, table.rows);
        const records: SnapshotRow[] = [];
        for await (const rows of snapshot.rows(table)) {
          records.push(...rows.map(withoutDerived));
          stored.push(...rows.flatMap((row) => fileToWrite(table.name, row)));
          progress.add(rows.length);
        }
        await writeFile(path.join(place, `${table.name}.json`), `${JSON.stringify(records, null, 1)}\n`, {
          mode: 0o600,
        });
        rowCounts[table.name] = records.length;
      }
      return rowCounts;
    });
    progress.begin('Files', stored.length);
    const missing: string[] = [];
    for (const { stored: name, as, name: label } of stored) {
      const file = await files.open(name);
      await mkdir(path.dirname(path.join(place, as)), { recursive: true });
      if (file) await writeFile(path.join(place, as), file.stream, { mode: 0o600 });
      else missing.push(label);
      progress.add();
    }
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const text = [
      `${place}: ${rows} records of ${Object.keys(counts).length} tables and ${stored.length - missing.length} files.`,
      'Leads are among them: keep it where nobody else reads it.',
      ...missing.map((name) => `Missing: ${name}`),
    ];
    const facts = { folder: place, tables: counts, files: stored.length - missing.length, missing };
    return { facts, text: text.join('\n') };
  });
}

function withoutDerived(row: SnapshotRow): SnapshotRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !derived.includes(column)));
}

function fileToWrite(table: string, row: SnapshotRow): (StoredFile & { as: string })[] {
  const file = fileOf(table, row);
  if (!file) return [];
  const as =
    table === 'files' ? path.join('files', file.stored, path.basename(String(row.name))) : `files/${file.stored}`;
  return [{ ...file, as }];
}
