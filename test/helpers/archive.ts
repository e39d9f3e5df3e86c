import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { onTestFinished } from 'vitest';

/** The signed archive of an unpacked program under another version, changed before its hashes are made, or afterwards. */
export function repack(
  from: string,
  as: string,
  key: KeyObject,
  change: { before?: (place: string) => void; after?: (place: string) => void } = {},
): string {
  const name = `prangon-${as}`;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-repacked-'));
  const place = path.join(folder, name);
  cpSync(from, place, { recursive: true, verbatimSymlinks: true });
  const about = path.join(place, 'package.json');
  writeFileSync(about, JSON.stringify({ ...JSON.parse(readFileSync(about, 'utf8')), version: as }));
  change.before?.(place);
  const lines = readFileSync(path.join(place, 'SHA256SUMS'), 'utf8').replaceAll(
    /^\w+ {2}(.*)$/gm,
    (_, file: string) => `${sha256(readFileSync(path.join(place, file)))}  ${file}`,
  );
  writeFileSync(path.join(place, 'SHA256SUMS'), lines);
  writeFileSync(path.join(place, 'SHA256SUMS.sig'), sign(null, Buffer.from(lines), key));
  change.after?.(place);
  execFileSync('tar', ['-czf', `${place}.tar.gz`, '-C', folder, name]);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `${place}.tar.gz`;
}

/** In the one file of the program that has it. */
export function editProgram(place: string, pattern: RegExp, change: (found: string) => string): void {
  const files = globSync('dist/server/*.js', { cwd: place }).map((name) => path.join(place, name));
  const file = files.find((name) => pattern.test(readFileSync(name, 'utf8'))) ?? '';
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, change));
}

export const releaseKey = generateKeyPairSync('ed25519');

interface Small {
  version?: unknown;
  top?: string;
  /** Entries that SHA256SUMS does not name. */
  more?: TarEntry[];
  /** Of the lines that SHA256SUMS would have. */
  sums?: (lines: string) => string;
  key?: KeyObject | null;
  link?: string;
}

/** An archive as `npm run pack` makes it, with a program of one line that notes in `ranAs` who ran it. */
export async function smallArchive(ranAs: string, small: Small = {}): Promise<Buffer> {
  const { version = '9.9.9', top = `prangon-${version}`, more = [], key = releaseKey.privateKey } = small;
  const link = small.link ?? 'dist/server/prangon.js';
  const code = `require('node:fs').writeFileSync(${JSON.stringify(ranAs)}, String(process.getuid()))`;
  const files = { 'package.json': JSON.stringify({ version }), 'dist/server/prangon.js': code };
  const named = Object.entries(files).map(([name, text]) => entry(`${top}/${name}`, text));
  const hashes = Object.entries(files).map(([name, text]) => `${sha256(Buffer.from(text))}  ${name}\n`);
  const lines = `${hashes.join('')}# prangon -> dist/server/prangon.js\n`;
  const sums = small.sums?.(lines) ?? lines;
  const signature = key && sign(null, Buffer.from(sums), key);
  const entries = [
    ...named,
    entry(`${top}/prangon`, '', { type: 'symlink', linkname: link }),
    ...more,
    entry(`${top}/SHA256SUMS`, sums),
    ...(signature ? [entry(`${top}/SHA256SUMS.sig`, signature)] : []),
  ];
  return gzipSync(await packTar(entries));
}

/** Of all of them nothing may be made or run; `victim` names a folder beside the program. */
export async function hostileArchives(ranAs: string, victim: string): Promise<Record<string, Buffer>> {
  const top = 'prangon-9.9.9';
  const small = (change: Small) => smallArchive(ranAs, change);
  const evil = (name: string, header: Partial<TarEntry['header']> = {}) =>
    entry(name, header.linkname ? '' : 'evil', header);
  return {
    'a module that the sums do not name': await small({ more: [evil(`${top}/node_modules/evil/index.js`)] }),
    'a script that the sums do not name': await small({ more: [evil(`${top}/dist/client/assets/evil.js`)] }),
    'a version that is a path': await small({ version: `9.9.9/../../${victim}` }),
    'a version that is a path, in a good folder': await small({ version: `9.9.9/../../${victim}`, top }),
    'a version with a line break': await small({ version: '9.9.9\nevil', top }),
    'a name that leads upwards': await small({ more: [evil(`${top}/../${victim}/evil`)] }),
    'an absolute name': await small({ more: [evil(`/tmp/${victim}`)] }),
    'a file through a link': await small({
      more: [evil(`${top}/out`, { type: 'symlink', linkname: '..' }), evil(`${top}/out/${victim}/evil`)],
    }),
    'a link that the sums do not name': await small({
      more: [evil(`${top}/node_modules`, { type: 'symlink', linkname: 'dist' })],
    }),
    'a link that the sums name, and that leads outside': await small({
      more: [evil(`${top}/out`, { type: 'symlink', linkname: '/etc' })],
      sums: (lines) => `${lines}# out -> /etc\n`,
    }),
    'a file that is a link too': await small({
      more: [entry(`${top}/out`, '', { linkname: '/etc' })],
      sums: (lines) => `${lines}# out -> /etc\n`,
    }),
    'a link to something else': await small({ link: 'package.json' }),
    'a hard link': await small({ more: [evil(`${top}/hard`, { type: 'link', linkname: `${top}/package.json` })] }),
    'a device': await small({ more: [evil(`${top}/null`, { type: 'character-device', size: 0 })] }),
    'one file twice': await small({ more: [evil(`${top}/dist/server/prangon.js`)] }),
    'one file twice, under another spelling': await small({ more: [evil(`${top}/dist/./server/prangon.js`)] }),
    'two folders': await small({ more: [evil('prangon-9.9.8/evil.js')] }),
    'a wrong hash': await small({ sums: (lines) => lines.replace(/^../, '00') }),
    'a file that is missing': await small({ sums: (lines) => `${lines}${'0'.repeat(64)}  gone.js\n` }),
    'no signature': await small({ key: null }),
    'a signature of somebody else': await small({ key: generateKeyPairSync('ed25519').privateKey }),
    'an older version': await small({ version: '0.0.1' }),
    garbage: Buffer.from('no archive'),
    'an archive that was cut off': (await small({})).subarray(0, 200),
    nothing: Buffer.alloc(0),
  };
}

export function entry(name: string, body: string | Buffer, header: Partial<TarEntry['header']> = {}): TarEntry {
  const bytes = Buffer.from(body as string);
  const isFile = (header.type ?? 'file') === 'file';
  return { header: { name, size: isFile ? bytes.length : 0, mode: 0o644, ...header }, ...(isFile && { body: bytes }) };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
