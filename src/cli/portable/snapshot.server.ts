import { createHash, type Hash } from 'node:crypto';

/**
 * A store in the form that both databases share: every table's rows in the order of its key, as lines of JSON with the
 * columns in the order of the alphabet. The same store gives the same bytes on both, so that its hashes can be compared.
 * The indexes of the lists' searches are left out: the database makes them by itself when rows are added.
 */
export interface Snapshot {
  /** The migrations that made the tables. */
  migrations: string[];
  /** Each refers to those before it only, and to itself. */
  tables: Table[];
  rows: (table: Table) => AsyncIterable<Row[]>;
}

export interface Table {
  name: string;
  columns: string[];
  rows: number;
  /** The highest number that was given, also of a row that is gone; null where rows have no numbers of their own. */
  lastId: number | null;
}

export type Row = Record<string, string | number | null>;

/** What a half of the snapshot knows of a table. */
export interface FoundTable extends Table {
  /** The order of its key, as SQL. */
  order: string;
  refersTo: string[];
}

/** Rows that are read at once. */
export const rowsAtOnce = 200;

/** The tables that are carried: without the migrator's own, and without the indexes beside the long lists. */
export function carried(names: string[]): string[] {
  const isIndex = (name: string) => name.endsWith('_search') && names.includes(name.replace(/_search$/, ''));
  return names.filter((name) => !name.startsWith('kysely_') && !isIndex(name)).sort();
}

export function rowsIn({ tables }: { tables: Table[] }): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Puts every table behind those that it refers to. */
export function inOrder(tables: FoundTable[]): FoundTable[] {
  const ordered: FoundTable[] = [];
  const isThere = (name: string, itself: string) => name === itself || ordered.some((table) => table.name === name);
  for (let left = tables; left.length > 0; ) {
    const next = left.find(({ name, refersTo }) => refersTo.every((other) => isThere(other, name)));
    if (!next)
      throw new Error(`These tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(next);
    left = left.filter((table) => table !== next);
  }
  return ordered;
}

export function foundAmong(tables: FoundTable[], name: string): FoundTable {
  const found = tables.find((table) => table.name === name);
  if (!found) throw new Error(`There is no table ${name}`);
  return found;
}

/** What is counted of a table while its rows go by. */
export class Tally {
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

/** Counts and hashes of every table. */
export async function sumsOf(snapshot: Snapshot, onRows: (count: number) => void = () => undefined): Promise<Sums> {
  const sums: Sums = {};
  for (const table of snapshot.tables) {
    const tally = new Tally();
    for await (const rows of snapshot.rows(table)) {
      tally.add(rows.map((row) => JSON.stringify(row)));
      onRows(rows.length);
    }
    sums[table.name] = tally.sum();
  }
  return sums;
}

export type Sums = Record<string, TableSum>;

/** The tables of which two stores do not say the same. */
export function differing(one: Sums, other: Sums): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows);
}
