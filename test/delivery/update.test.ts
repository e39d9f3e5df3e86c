// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { hostileArchives, releaseKey, smallArchive } from '../helpers/archive.ts';

const program = `prangon-${packageFile.version}`;
const owner = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0);
/** Answers as a server that is ready. */
const server = createServer((_, response) => response.end('{}'));

let folder: string;
let opt: string;
let dataDir: string;
let ranAs: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-update-'));
  chmodSync(folder, 0o755);
  opt = path.join(folder, 'opt');
  cpSync('dist/server', path.join(opt, program, 'dist/server'), { recursive: true });
  copyFileSync('package.json', path.join(opt, program, 'package.json'));
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(opt, program, 'node_modules'));
  symlinkSync('dist/server/prangon.js', path.join(opt, program, 'prangon'));
  symlinkSync(program, path.join(opt, 'prangon'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(() => {
  for (const name of ['data', 'ran', 'opt/prangon-9.9.9'])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  [dataDir, ranAs] = [path.join(folder, 'data'), path.join(folder, 'ran/as')];
  for (const place of [dataDir, path.dirname(ranAs)]) {
    mkdirSync(place);
    if (owner === 65_534) chownSync(place, owner, owner);
  }
  mkdirSync(path.join(opt, 'victim'), { recursive: true });
  writeFileSync(path.join(opt, 'victim/kept'), 'kept');
  trust('release-keys.pem');
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function trust(name: string): void {
  rmSync(path.join(opt, program, 'release-keys.pem'), { force: true });
  writeFileSync(path.join(opt, program, name), releaseKey.publicKey.export({ type: 'spki', format: 'pem' }));
}

async function update(archive: Buffer, ...options: string[]): Promise<{ code: number; out: string }> {
  const file = path.join(folder, 'archive.tar.gz');
  writeFileSync(file, archive);
  const { port } = server.address() as AddressInfo;
  const running = spawn(
    process.execPath,
    [path.join(opt, 'prangon/prangon'), 'update', file, '--wait', '1', ...options],
    {
      env: { DATA_DIR: dataDir, PORT: String(port) },
    },
  );
  const [out, err, [code]] = await Promise.all([text(running.stdout), text(running.stderr), once(running, 'exit')]);
  return { code, out: out + err };
}

/** What an update that is refused leaves as it was. */
function state() {
  return {
    opt: readdirSync(opt).sort(),
    link: readlinkSync(path.join(opt, 'prangon')),
    victim: readdirSync(path.join(opt, 'victim')),
    data: readdirSync(dataDir),
    ran: existsSync(ranAs),
  };
}

describe('prangon update', () => {
  test('takes none of the hostile archives: nothing is made, removed or run', async () => {
    const before = state();
    const taken: unknown[] = [];
    for (const [name, archive] of Object.entries(await hostileArchives(ranAs, 'victim'))) {
      const { code, out } = await update(archive);
      const after = state();
      const isRefused = code === 1 && out.includes('Nothing was changed.');
      if (!isRefused || JSON.stringify(after) !== JSON.stringify(before)) taken.push([name, code, out, after]);
    }
    expect(taken).toEqual([]);
  });

  test('tries a signed one as the user that owns the data', async () => {
    const { code, out } = await update(await smallArchive(ranAs));
    expect([code, out]).toEqual([1, expect.stringContaining('The backup failed, so nothing was changed')]);
    expect(readFileSync(ranAs, 'utf8')).toBe(String(owner));
    expect(state()).toMatchObject({ link: program });
  });

  test('takes one without a signature where it is told to, and else says how', async () => {
    const unsigned = await smallArchive(ranAs, { key: null });
    expect((await update(unsigned)).out).toContain('is not signed with a key that this version knows');
    trust('other.pem');
    expect((await update(await smallArchive(ranAs))).out).toContain('where you trust it, say --unsigned');
    expect(existsSync(ranAs)).toBe(false);
    expect((await update(unsigned, '--unsigned')).out).toContain('The backup failed');
    expect(existsSync(ranAs)).toBe(true);
  });

  test.runIf(owner === 65_534)('follows no link that the user of the server lays into DATA_DIR', async () => {
    const outside = path.join(folder, 'outside');
    mkdirSync(outside, { mode: 0o700 });
    for (const name of ['update', 'backups']) symlinkSync(outside, path.join(dataDir, name));
    await update(await smallArchive(ranAs));
    expect(readdirSync(outside)).toEqual([]);
    expect(statSync(outside).uid).toBe(0);
  });
});
