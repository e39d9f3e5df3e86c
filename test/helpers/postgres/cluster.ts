import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { quickFolder } from '../quick-folder.ts';
import { postgresBinaries } from './binaries.ts';
import { withAdmin } from './databases.ts';

/**
 * Ends PostgreSQL and removes its folder as soon as nobody holds the other end of its input any more: at the end of
 * the run, after Ctrl C, and when the run was killed. At each line it kills it and starts it again, which succeeds once
 * the last process of the one before is gone.
 */
const guard = `
  serve() { "$1/postgres" -D "$2/data" -p "$3" >>"$2/log" 2>&1 & server=$!; }
  serve "$@"
  while read -r _; do
    kill -KILL "$server"; wait "$server"
    serve "$@"; sleep 0.2
    while ! kill -0 "$server" 2>/dev/null; do serve "$@"; sleep 0.2; done
  done
  kill -QUIT "$server"; wait "$server"
  rm -rf "$2"
`;

/** Nothing here must survive a power cut, so nothing waits for the disk. */
const configuration = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'max_connections = 200',
  'shared_buffers = 64MB',
  "timezone = 'UTC'",
];

/** A PostgreSQL of our own, in a fresh folder, on a free port of 127.0.0.1. */
export class Cluster {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly port: number;

  private constructor(process: ChildProcess, folder: string, port: number) {
    this.#process = process;
    this.#folder = folder;
    this.port = port;
  }

  /** @param more further lines of its configuration */
  static async start(...more: string[]): Promise<Cluster> {
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
    const folder = mkdtempSync(path.join(quickFolder, 'prangon-postgres-'));
    chmodSync(folder, 0o700);
    if (account) chownSync(folder, account.uid, account.gid);
    const binaries = readableBinaries(postgresBinaries(), folder, account);
    makeCluster(binaries, folder, account, more);
    const port = await freePort();
    // In a session of its own, or Ctrl C would reach it before the tests have let go of their databases.
    const child = spawn('/bin/sh', ['-c', guard, 'guard', binaries, folder, String(port)], {
      ...account,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.unref();
    const cluster = new Cluster(child, folder, port);
    await cluster.#untilItAnswers();
    return cluster;
  }

  url(database: string): string {
    return `postgres://prangon@127.0.0.1:${this.port}/${database}`;
  }

  /** Kills it without a warning, and starts it again. */
  async crash(): Promise<void> {
    const begun = () =>
      withAdmin(this.url('postgres'), (client) => client.query('select pg_postmaster_start_time() as at')).then(
        ({ rows }) => String(rows[0].at),
        () => null,
      );
    const before = await begun();
    this.#process.stdin?.write('\n');
    for (let at = before; at === null || at === before; at = await begun()) await sleep(20);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.ref();
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #untilItAnswers(): Promise<void> {
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: this.url('postgres') });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (tries > 200 || this.#process.exitCode !== null) throw error;
        await sleep(50);
      }
    }
  }
}

/** Whom PostgreSQL runs as. It refuses root, so root hands it to nobody. */
type Account = { uid: number; gid: number } | null;

function makeCluster(binaries: string, folder: string, account: Account, more: string[]): void {
  const options = '--username=prangon --auth=trust --encoding=UTF8 --locale=C --no-sync'.split(' ');
  run(path.join(binaries, 'initdb'), [...options, '-D', path.join(folder, 'data')], folder, account);
  appendFileSync(path.join(folder, 'data/postgresql.conf'), `\n${[...configuration, ...more].join('\n')}\n`);
}

/** The folder itself, or a copy where the account may not read it (a checkout below /root). */
function readableBinaries(binaries: string, folder: string, account: Account): string {
  const probe = spawnSync(path.join(binaries, 'initdb'), ['--version'], { ...account, cwd: '/' });
  if (probe.status === 0) return binaries;
  const copy = path.join(folder, 'program');
  // Else links would lead back to where the account may not read.
  cpSync(path.dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

function run(file: string, args: string[], cwd: string, account: Account): void {
  const { status, stderr, error } = spawnSync(file, args, { ...account, cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path.basename(file)} failed: ${error?.message ?? stderr}`);
}
