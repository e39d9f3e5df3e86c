// @module-tag full
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { prangon } from '../helpers/command.ts';
import { freePort } from '../helpers/free-port.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

let store: Store;
beforeAll(async () => {
  store = await freshStore('sqlite');
  return store.remove;
});

async function endsWith(env: Record<string, string>, on = store): Promise<string> {
  const server = await BuiltServer.start(on, env);
  expect(await server.exited).toEqual({ code: 1, signal: null });
  const lines = server.output.trim().split('\n');
  expect(lines, server.output).toHaveLength(1);
  return lines[0] ?? '';
}

// What a setting by itself may be is proved by src/platform/settings/settings.unit.test.ts.
test.each([
  [{ PORT: 'abc' }, 'Setting: PORT must be a port number'],
  [{ DATA_DIR: '/dev/null/data' }, "Setting: DATA_DIR /dev/null/data can't be made"],
  [{ DATA_DIR: '/proc/data' }, "Setting: DATA_DIR /proc/data can't be made"],
  [{ FILES_URL: 's3://' }, 'Setting: FILES_URL must name a bucket, such as s3://bucket?region=…'],
  [{ FILES_URL: 's3://?region=a' }, 'Setting: FILES_URL must name a bucket'],
  [{ FILES_URL: 's3://a?region=&endpoint=http://b' }, 'Setting: FILES_URL has an empty region or endpoint'],
  [{ BACKUP_URL: 's3://a?endpoint=' }, 'Setting: BACKUP_URL has an empty region or endpoint'],
  [{ METRICS_PORT: '4459', PORT: '4459' }, 'Setting: METRICS_PORT must be another port than PORT'],
])('starting with %j ends with exit code 1 and one clear line', async (env, line) => {
  expect(await endsWith(env)).toContain(line);
});

test('starting where a restore was broken off, or on a port in use, ends with exit code 1 and one clear line', async () => {
  const folder = path.join(store.dataDir, 'restored');
  mkdirSync(path.join(folder, 'unfinished-store'), { recursive: true });
  expect(await endsWith({ DATA_DIR: folder })).toContain('has `unfinished-store`: a restore or move was broken off');
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await endsWith({ PORT: String(port) })).toBe(
    `Setting: PORT ${port} on HOST 127.0.0.1 can't be used: another program uses it`,
  );
  other.close();
});

test('a start that is refused makes nothing in the data folder', async () => {
  const folder = path.join(store.dataDir, 'new');
  for (const [env, line] of [
    [{ HOST: '203.0.113.1' }, 'Setting: PORT'],
    [{ NODE_ENV: 'production', PUBLIC_URL: '' }, 'Setting: PUBLIC_URL is needed'],
    [{ TRUST_PROXY: 'everyone' }, 'Setting: TRUST_PROXY'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'password12' }, 'Setting: ADMIN_PASSWORD is easily guessed'],
  ] as const) {
    expect(await endsWith({ ...env, DATA_DIR: folder, SECRET: '' })).toContain(line);
    expect(existsSync(folder), line).toBe(false);
  }
});

test('what the server and its commands make is for their user alone, whatever the umask is', async () => {
  const dataDir = path.join(store.dataDir, 'modes');
  const sh = (name: string) => ['-c', 'umask 000; exec "$0" "$@"', process.execPath, `dist/server/${name}.js`];
  const server = await BuiltServer.startProgram({ file: 'sh', args: sh('start') }, store, {
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: '1',
  });
  await server.ready();
  const env = { DATA_DIR: dataDir, BACKUPS: '1' };
  execFileSync('sh', [...sh('prangon'), 'backup'], { env });
  execFileSync('sh', [...sh('prangon'), 'export', path.join(store.dataDir, 'exported')], { env });
  await server.kill();
  const open = [dataDir, path.join(store.dataDir, 'exported')].flatMap((folder) => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.length).toBeGreaterThan(10);
    return names.filter((name) => statSync(path.join(folder, name)).mode & 0o077);
  });
  expect(open).toEqual([]);
});

test('a bucket for backups without a passphrase is said at the start', async () => {
  const env = { BACKUP_URL: 's3://backups?region=x', DATA_DIR: path.join(store.dataDir, 'said') };
  const outputOf = async (more: Record<string, string>) => {
    const server = await BuiltServer.serving(store, { ...env, ...more });
    await server.kill();
    return server.output;
  };
  expect(await outputOf({})).toContain('Setting: BACKUP_URL without BACKUP_PASSPHRASE');
  expect(await outputOf({ BACKUP_PASSPHRASE: 'শাপলা ফুল ফোটে বর্ষায়' })).not.toContain('BACKUP_PASSPHRASE');
});

const said =
  'This store was made by a newer Prangon. Start that one, or restore a backup of this version into an empty place.';

test.each(['sqlite', 'postgres'] as const)(
  'on a store on %s that this program is too old for a start, and every command, ends with 1 and one line; nothing is changed',
  async (kind) => {
    const place = await freshStore(kind);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-newer-'));
    const file = path.join(folder, 'backup.tar');
    expect((await prangon(place, ['backup', file])).code).toBe(0);
    const run = (work: ReturnType<typeof sql>) => readStore(place, (database) => work.execute(database));
    await run(sql`insert into kysely_migration values ('999-of-tomorrow', ${new Date().toISOString()})`);
    expect(await endsWith({}, place)).toBe(said);
    const elsewhere = kind === 'sqlite' ? 'postgres://127.0.0.1:1/none' : 'sqlite';
    for (const typed of [
      ['backup', path.join(folder, 'another.tar')],
      ['verify'],
      ['move', '--to', elsewhere],
      ['account', 'list'],
      ['account', 'add', 'rahim@prangon.example'],
      ['export', path.join(folder, 'all')],
    ])
      expect(await prangon(place, typed), typed.join(' ')).toEqual({ code: 1, out: '', err: `${said}\n` });
    const newer = expect.stringContaining('made by a newer Prangon');
    expect(await prangon(place, ['doctor'])).toMatchObject({ code: 1, out: newer });
    expect(await prangon(place, ['restore', file])).toMatchObject({ code: 1, out: '' });

    await run(sql`delete from kysely_migration where name = '999-of-tomorrow'`);
    await run(sql`update kysely_migration set name = '020-paces' where name = '020-pages'`);
    const line = await endsWith({}, place);
    expect(line).toMatch(/^The steps by which this store was made are not those of this version.*restore the backup/);
    expect(await prangon(place, ['verify'])).toMatchObject({ code: 1, err: `${line}\n` });
    expect(await prangon(place, ['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('another build') });

    await run(sql`update kysely_migration set name = '020-pages' where name = '020-paces'`);
    await (await BuiltServer.serving(place)).kill();
    rmSync(folder, { recursive: true });
    await place.remove();
  },
);
