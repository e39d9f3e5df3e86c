import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';

/** In the folder of a packed program. The signature is that of the sums; the keys verify the next release. */
export const releaseFiles = { sums: 'SHA256SUMS', signature: 'SHA256SUMS.sig', keys: 'release-keys.pem' };

type Entries = Awaited<ReturnType<typeof unpackTar>>;

const maxSize = 2 ** 30;

/**
 * Reads an archive in memory: nothing is made yet, and nothing of it has run.
 * @param keys public keys as PEM; null if the signature does not count
 * @throws if it is not signed, or not file by file what its sums name
 */
export async function readRelease(
  archive: Buffer,
  keys: string | null,
): Promise<{ version: string; entries: Entries }> {
  const tar = gunzipSync(archive, { maxOutputLength: maxSize });
  const entries = (await unpackTar(tar, { strict: true })).filter(({ header }) => header.type !== 'directory');
  const files = new Map(entries.map(({ header, data }) => [inTop(header.name), Buffer.from(data ?? [])]));
  const read = (name: string) => files.get(name) ?? Buffer.alloc(0);
  const sums = read(releaseFiles.sums);
  const pems = keys?.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  if (keys === '') throw new Error('this version was packed without a key; where you trust it, say --unsigned');
  if (keys && !pems.some((pem) => verify(null, sums, createPublicKey(pem), read(releaseFiles.signature))))
    throw new Error('it is not signed with a key that this version knows');

  const version = String(JSON.parse(read('package.json').toString()).version);
  const folder = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? `prangon-${version}/` : '/';
  const odd = entries.find(({ header: { name, type = 'file', linkname } }) => {
    const isKnown = ['file', 'symlink'].includes(type) && name.startsWith(folder);
    return !(isKnown && isInside(name) && isInside(linkname || name));
  });
  if (odd || files.size < entries.length) throw new Error(`${odd?.header.name ?? 'a file'} is odd, or there twice`);
  const lines = entries.map(({ header: { name, linkname } }) => sumLine(inTop(name), read(inTop(name)), linkname));
  const unsummed = [releaseFiles.sums, releaseFiles.signature].map((name) => sumLine(name, read(name)));
  const differing = new Set(lines)
    .difference(new Set(unsummed))
    .symmetricDifference(new Set(String(sums).trimEnd().split('\n')));
  if (differing.size > 0) throw new Error(`it is not as it was packed: ${[...differing].slice(0, 4).join(', ')}`);
  return { version, entries };
}

/** `sha256sum --check` reads the line of a link as a comment. */
export function sumLine(file: string, bytes: Uint8Array, linkname?: string): string {
  return linkname ? `# ${file} -> ${linkname}` : `${createHash('sha256').update(bytes).digest('hex')}  ${file}`;
}

export function unpackRelease(entries: Entries, folder: string): void {
  for (const { header, data } of entries) {
    const file = path.join(folder, header.name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (header.linkname) symlinkSync(header.linkname, file);
    else writeFileSync(file, data ?? '', { flag: 'wx', mode: (header.mode ?? 0) & 0o755 });
  }
}

function inTop(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Downwards only, without control characters, which could be read as another line of the sums. */
function isInside(name: string): boolean {
  return /^(?:(?!\.\.?\/)[^/\\\p{Cc}]+\/)+$/u.test(`${name}/`);
}
