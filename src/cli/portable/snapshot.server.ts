import { createHash, type Hash } from 'node:crypto';

/**
 * A store in a form that both databases share: rows in key order, as JSON lines with sorted columns. The same content
 * gives the same bytes, so that hashes can be compared. Search indexes are left out: triggers build them on insert.
 */
export interface Snapshot {
  migrations: string[];
  /** Sorted so that each refers only to those before it, and to itself. */
  tables: Table[];
  rows: (table: Table) => AsyncIterable<SnapshotRow[]>;
}

export interface Table {
  name: string;
  columns: string[];
  rows: number;
  /** The highest id ever used, also by deleted rows; null for tables without a sequence. */
  lastId: number | null;
}

export type SnapshotRow = Record<string, string | number | null>;

export interface KeyedTable extends Table {
  order: string;
  refersTo: string[];
}

export const batchSize = 200;

export function exportedTables(names: string[]): string[] {
  return names.filter((name) => !name.startsWith('kysely_')).sort();
}

export function rowsIn({ tables }: { tables: Table[] }): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

export function sortByReferences(tables: KeyedTable[]): KeyedTable[] {
  const ordered: KeyedTable[] = [];
  const isThere = (name: string, itself: string) => name === itself || ordered.some((table) => table.name === name);
  for (let remaining = tables; remaining.length > 0; ) {
    const next = remaining.find(({ name, refersTo }) => refersTo.every((other) => isThere(other, name)));
    if (!next)
      throw new Error(`These tables refer to each other in a circle: ${remaining.map(({ name }) => name).join(', ')}`);
    ordered.push(next);
    remaining = remaining.filter((table) => table !== next);
  }
  return ordered;
}

export function findTable(tables: KeyedTable[], name: string): KeyedTable {
  const match = tables.find((table) => table.name === name);
  if (!match) throw new Error(`There is no table ${name}`);
  return match;
}

export class RowTally {
  readonly #hash: Hash = createHash('sha256');
  rows = 0;

  add(lines: readonly string[]): void {
    this.rows += lines.length;
    for (const line of lines) this.#hash.update(line).update('\n');
  }

  sum(): TableSum {
    return { rows: this.rows, sha256: this.#hash.digest('hex') };
  }
}

export interface TableSum {
  rows: number;
  sha256: string;
}

export async function sumsOf(snapshot: Snapshot, onRows: (count: number) => void = () => undefined): Promise<Sums> {
  const sums: Sums = {};
  for (const table of snapshot.tables) {
    const tally = new RowTally();
    for await (const rows of snapshot.rows(table)) {
      tally.add(rows.map((row) => JSON.stringify(row)));
      onRows(rows.length);
    }
    sums[table.name] = tally.sum();
  }
  return sums;
}

export type Sums = Record<string, TableSum>;

export function differingTables(one: Sums, other: Sums): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows);
}
