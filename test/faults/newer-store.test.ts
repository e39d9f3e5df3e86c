// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { prangon } from '../helpers/command.ts';
import { freshStore } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

const said =
  'This store was made by a newer Prangon. Start that one, or restore a backup of this version into an empty place.';

test.each(['sqlite', 'postgres'] as const)(
  'on a store on %s that this program is too old for a start, and every command, ends with 1 and one line; nothing is changed',
  async (kind) => {
    const store = await freshStore(kind);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-newer-'));
    const file = path.join(folder, 'backup.tar');
    expect((await prangon(store, ['backup', file])).code).toBe(0);
    const run = (work: ReturnType<typeof sql>) => readStore(store, (database) => work.execute(database));
    const startEnds = async () => {
      const server = await BuiltServer.start(store);
      expect(await server.exited).toEqual({ code: 1, signal: null });
      return server.output;
    };
    await run(sql`insert into kysely_migration values ('999-of-tomorrow', ${new Date().toISOString()})`);
    expect(await startEnds()).toBe(`${said}\n`);
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
    const newer = expect.stringContaining('made by a newer Prangon');
    expect(await prangon(store, ['doctor'])).toMatchObject({ code: 1, out: newer });
    expect(await prangon(store, ['restore', file])).toMatchObject({ code: 1, out: '' });

    await run(sql`delete from kysely_migration where name = '999-of-tomorrow'`);
    await run(sql`update kysely_migration set name = '020-paces' where name = '020-pages'`);
    const err = await startEnds();
    expect(err).toMatch(/^The steps by which this store was made are not those of this version.*restore the .*\n$/);
    expect(await prangon(store, ['verify'])).toMatchObject({ code: 1, err });
    expect(await prangon(store, ['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('another build') });

    await run(sql`update kysely_migration set name = '020-pages' where name = '020-paces'`);
    await (await BuiltServer.serving(store)).kill();
    rmSync(folder, { recursive: true });
    await store.remove();
  },
);
