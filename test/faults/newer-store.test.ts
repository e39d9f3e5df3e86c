// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { prangon } from '../helpers/command.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

const said =
  'This store was made by a newer Prangon. Start that one, or restore a backup of this version into an empty place.';

describe.each(['sqlite', 'postgres'] as const)('A store on %s that this program is too old for', (kind) => {
  let store: Store;
  afterEach(() => store.remove());

  test('a start, and every command, ends with 1 and one line; nothing is changed', async () => {
    store = await freshStore(kind);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-newer-'));
    const file = path.join(folder, 'backup.tar');
    expect((await prangon(store, ['backup', file])).code).toBe(0);
    const tomorrow = { name: '999-of-tomorrow', timestamp: new Date().toISOString() };
    const run = (work: ReturnType<typeof sql>) => readStore(store, (database) => work.execute(database));
    await run(sql`insert into kysely_migration values (${tomorrow.name}, ${tomorrow.timestamp})`);

    const server = await BuiltServer.start(store);
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.output).toBe(`${said}\n`);

    const elsewhere = kind === 'sqlite' ? 'postgres://127.0.0.1:1/none' : 'sqlite';
    for (const typed of [
      ['backup', path.join(folder, 'another.tar')],
      ['verify'],
      ['move', '--to', elsewhere],
      ['account', 'list'],
      ['account', 'add', 'rahim@prangon.example'],
      ['export', path.join(folder, 'all')],
    ])
      expect(await prangon(store, typed), typed.join(' ')).toEqual({ code: 1, out: '', err: `${said}\n` });
    expect(await prangon(store, ['doctor'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('made by a newer Prangon'),
    });
    expect(await prangon(store, ['restore', file])).toMatchObject({ code: 1, out: '' });

    await run(sql`delete from kysely_migration where name = ${tomorrow.name}`);
    const left = '020-pages';
    await run(sql`update kysely_migration set name = '020-paces' where name = ${left}`);
    const other = await BuiltServer.start(store);
    expect(await other.exited).toEqual({ code: 1, signal: null });
    expect(other.output).toMatch(
      /^The steps by which this store was made are not those of this version.*restore the backup.*\n$/,
    );
    expect(await prangon(store, ['verify'])).toMatchObject({ code: 1, err: other.output });
    expect(await prangon(store, ['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('another build') });

    await run(sql`update kysely_migration set name = ${left} where name = '020-paces'`);
    const again = await BuiltServer.start(store);
    await again.ready();
    rmSync(folder, { recursive: true });
  });
});
