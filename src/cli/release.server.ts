import { createHash, createPublicKey, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { type ParsedTarEntryWithData, unpackTar } from 'modern-tar';
import { unpackTar as unpackInto } from 'modern-tar/fs';

/** In the folder of a packed program. The signature is that of the sums; the keys verify the next release. */
export const releaseFiles = { sums: 'SHA256SUMS', signature: 'SHA256SUMS.sig', keys: 'release-keys.pem' };

const maxSize = 2 ** 30;

/**
 * Reads an archive in memory: until `unpack` nothing is made, and nothing of it has run.
 * @param keys public ones as PEM; null if the signature does not count
 * @throws if it is not signed, or not file by file what its sums name
 */
export async function readRelease(archive: Buffer, keys: string[] | null) {
  const tar = gunzipSync(archive, { maxOutputLength: maxSize });
  const entries = await unpackTar(tar, { strict: true, strip: 1 });
  const read = (name: string) => Buffer.from(entries.find(({ header }) => header.name === name)?.data ?? []);
  const [sums, signature] = [read(releaseFiles.sums), read(releaseFiles.signature)];
  if (keys && !keys.some((key) => verify(null, sums, createPublicKey(key), signature)))
    throw new Error(
      keys.length > 0
        ? 'it is not signed with a key that this version knows'
        : 'this version was packed without a key; where you trust it, say --unsigned',
    );
  const isSummed = ({ header: { type, name } }: ParsedTarEntryWithData) =>
    type !== 'directory' && name !== releaseFiles.sums && name !== releaseFiles.signature;
  const lines = new Set(entries.filter(isSummed).map(sumLine));
  const listed = new Set(sums.toString().trimEnd().split('\n'));
  const differing = [...lines, ...listed].filter((line) => !lines.has(line) || !listed.has(line));
  if (differing.length > 0) throw new Error(`it is not as it was packed: ${differing.slice(0, 4).join(', ')}`);
  const { version } = JSON.parse(read('package.json').toString());
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`its version is ${JSON.stringify(version)}`);
  // By the parser that verified it: another one might find other files in the same bytes.
  const unpack = (folder: string) => pipeline(Readable.from([tar]), unpackInto(folder, { strict: true, strip: 1 }));
  return { version: String(version), unpack };
}

/** `sha256sum --check` reads the line of a link as a comment. */
export function sumLine({ header: { name, type, linkname }, data = new Uint8Array() }: ParsedTarEntryWithData): string {
  const hash = () => createHash('sha256').update(data).digest('hex');
  return type === 'file' ? `${hash()}  ${name}` : `# ${name} -> ${linkname}`;
}
