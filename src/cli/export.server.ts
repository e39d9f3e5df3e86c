import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CommandCall, CommandError, type ExitOutcome, withStore } from '#backup/command.server.ts';
import { filesOf, type StoredFile } from '#backup/pack.server.ts';
import { rowsIn, withSnapshot } from '#backup/snapshot.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';

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
  if (existing.length > 0)
    throw new CommandError(
      `${place} is not empty. An export that was broken off leaves a part: remove that, or choose another folder.`,
    );
  return withStore(env, async ({ settings, files }) => {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const stored: StoredFile[] = [];
    const exported = await withSnapshot(settings, {}, async (snapshot) => {
      const ours = snapshot.tables.filter(({ name }) => tables.has(name));
      for (const table of ours) {
        progress.begin(table.name, table.rows);
        const records: object[] = [];
        for await (const piece of snapshot.pieces([table])) {
          records.push(...piece.lines.map((line) => JSON.parse(line, withoutDerived)));
          stored.push(...filesOf(piece));
          progress.add(piece.lines.length);
        }
        const text = `${JSON.stringify(records, null, 1)}\n`;
        await writeFile(path.join(place, `${table.name}.json`), text, { mode: 0o600 });
      }
      return ours;
    });
    progress.begin('Files', stored.length);
    const missing: string[] = [];
    for (const { stored: from, name, label } of stored) {
      const to = path.join(place, 'files', from, path.basename(name ?? ''));
      const file = await files.open(from);
      await mkdir(path.dirname(to), { recursive: true });
      if (file) await writeFile(to, file.stream, { mode: 0o600 });
      else missing.push(label);
      progress.add();
    }
    const written = stored.length - missing.length;
    const text = [
      `${place}: ${rowsIn({ tables: exported })} records of ${exported.length} tables and ${written} files.`,
      'Leads are among them: keep it where nobody else reads it.',
      ...missing.map((name) => `Missing: ${name}`),
    ];
    const counts = Object.fromEntries(exported.map(({ name, rows }) => [name, rows]));
    return { facts: { folder: place, tables: counts, files: written, missing }, text: text.join('\n') };
  });
}

function withoutDerived(column: string, value: unknown): unknown {
  return derived.includes(column) ? undefined : value;
}
