import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { pgDump } from '../test/helpers/postgres/binaries.ts';
import { Cluster } from '../test/helpers/postgres/cluster.ts';
import { withAdmin } from '../test/helpers/postgres/databases.ts';

/** Credentials and key that the tests use for it. */
const credentials = {
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'prangon-before-2026',
  SECRET: 'a secret of the fixtures, 32 letters or more',
};

/**
 * Writes fixtures of both databases as the built program below `root` creates them at its first start, for the
 * migration tests of later versions.
 */
export async function keepStore(root: string, folder: string, sample: boolean): Promise<void> {
  const SAMPLE_CONTENT = sample ? '1' : '0';
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-kept-'));
  const cluster = await Cluster.start();
  try {
    const lite = path.join(dataDir, 'lite');
    const databaseUrl = cluster.url('kept');
    await withAdmin(cluster.url('postgres'), (client) => client.query('create database kept'));
    await Promise.all([
      firstStart(root, { DATA_DIR: lite, SAMPLE_CONTENT }),
      firstStart(root, { DATA_DIR: path.join(dataDir, 'beside'), DATABASE_URL: databaseUrl, SAMPLE_CONTENT }),
    ]);
    mkdirSync(folder, { recursive: true });
    const keep = (name: string, bytes: string | Buffer) =>
      writeFileSync(path.join(folder, name), gzipSync(bytes, { level: 9 }));
    keep('store.sqlite.gz', readFileSync(path.join(lite, 'prangon.sqlite')));
    keep('store.sql.gz', dump(databaseUrl));
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Stops the server again, so that SQLite's WAL is merged into its file. */
async function firstStart(root: string, env: Record<string, string>): Promise<void> {
  const server = spawn(process.execPath, [path.join(root, 'dist/server/start.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...credentials, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('Stop with Ctrl C.') && server.kill('SIGTERM')) break;
  }
  if (server.exitCode === null) await once(server, 'exit');
  if (server.exitCode !== 0) throw new Error(`The store to be kept was not made: ${output}`);
}

/** Plain SQL statements for any connection: no psql commands, no roles, and no setting that is new in PostgreSQL 17. */
function dump(databaseUrl: string): string {
  const args = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments', databaseUrl];
  const program = pgDump();
  if (!program) throw new Error('pg_dump is missing; it comes with postgresql-client.');
  const text = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return text.replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout = 0;)\n/gm, '');
}
