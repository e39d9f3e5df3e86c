import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/helpers/app.ts';

const src = path.resolve(import.meta.dirname, '../..');
const introduction = `# Tables

For developers: the tables of a migrated SQLite store, by the folder whose code reads and writes them. On PostgreSQL they are the same.
The test \`src/platform/database/schema.test.ts\` writes this page with \`npm test -- src/platform/database/schema -u\`. Times are ISO 8601 in UTC,
flags are 0 or 1. \`→\` names what a column refers to, and \`unique\` what may be there once.
`;

/** Of removed features; an older version that runs beside an update still needs them. */
const unused = ['list_views'];

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

test.runIf(process.env.TEST_STORE === 'sqlite')(
  'docs/schema.md has every table, of the folder that declares it',
  async () => {
    const { database, close } = await openTestApp();
    const rows = async <Row>(pragma: string, name: string) =>
      (await sql<Row>`select * from ${sql.raw(pragma)}(${sql.lit(name)})`.execute(database)).rows;
    try {
      const pages: string[] = [];
      for (const [folder, tables] of tablesByFolder()) {
        pages.push(`\n## ${folder}\n`);
        for (const table of tables) {
          const columns = await rows<Column>('pragma_table_info', table);
          expect(columns, table).not.toEqual([]);
          const references = await rows<{ from: string; table: string }>('pragma_foreign_key_list', table);
          const indexes = await rows<{ name: string; unique: number; origin: string }>('pragma_index_list', table);
          pages.push(`- **${table}**: ${columns.map((column) => describe(column, references)).join(', ')}`);
          for (const { name } of indexes.filter(({ unique, origin }) => unique === 1 && origin !== 'pk')) {
            const of = await rows<{ name: string | null }>('pragma_index_info', name);
            pages.push(`  - unique: ${of.map((column) => column.name ?? 'an expression').join(', ')}`);
          }
        }
      }
      await expect(`${introduction}${pages.join('\n')}\n`).toMatchFileSnapshot('../../../docs/schema.md');
      const { rows: stored } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
        database,
      );
      const undeclared = stored
        .map(({ name }) => name)
        .filter((name) => !/^sqlite_/.test(name) && !declared().has(name));
      expect(undeclared.sort()).toEqual(['kysely_migration', 'kysely_migration_lock', ...unused]);
    } finally {
      await close();
    }
  },
);

function describe({ name, type, notnull, pk }: Column, references: { from: string; table: string }[]): string {
  const reference = references.find(({ from }) => from === name);
  const notes = [type.toLowerCase(), ...(pk ? ['key'] : []), ...(notnull || pk ? [] : ['or null'])];
  return `\`${name}\` ${notes.join(' ')}${reference ? ` → ${reference.table}` : ''}`;
}

function tablesByFolder(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const [table, folder] of [...declared()].sort()) folders.set(folder, [...(folders.get(folder) ?? []), table]);
  return new Map([...folders].sort());
}

/** The folder of each table: where `interface Tables` has it. */
function declared(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('**/*.server.ts', { cwd: src })) {
    const declarations = readFileSync(path.join(src, file), 'utf8').matchAll(
      /interface Tables \{\n(.*?)\n {0,2}\}\n/gs,
    );
    for (const [, body = ''] of declarations)
      for (const [, table = ''] of body.matchAll(/^(?: {2}){1,2}(\w+): /gm)) found.set(table, path.dirname(file));
  }
  return found;
}
