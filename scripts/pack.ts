import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { nodeFileTrace } from '@vercel/nft';
import { packTar, type TarEntry } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { releaseFiles, sumLine } from '../src/cli/release.server.ts';
import { isForOtherMachines, noticesName, writeNotices } from './notices.ts';

/**
 * Packs the build, its run-time files and the traced files of its dependencies for this platform into one archive that
 * needs only Node; writes the SBOM beside it. `--key FILE` signs it; a second one names a key, private or public, of a
 * later release.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'dist-pack');

/** Beside the build: files that it reads by path, and the documentation for operators. */
const places = ['dist', 'db/sample/pictures', 'db/sample/files', 'docs', 'deploy'];
/** Excluded: images of the documentation, decisions, and files that need the whole repository. */
const excluded = /^docs\/(decisions\/|.*\.webp$)|^deploy\/(\.env.*|compose\.yaml|Dockerfile.*)$|^dist\/\.built-from$/;

/** A fixed time keeps the archive reproducible. */
const mtime = new Date('2000-01-01T00:00:00Z');

const { values } = parseArgs({ options: { key: { type: 'string', multiple: true, default: [] } } });
const keys = await Promise.all(values.key.map((file) => readFile(file)));
const publicKeys = keys.map((key) => createPublicKey(key));
const signingKey = keys[0] && createPrivateKey(keys[0]);
if (publicKeys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519'))
  throw new Error('--key wants Ed25519: openssl genpkey -algorithm ed25519 -out FILE');

const { name, version, description, license, type, bin } = JSON.parse(await readFile(at('package.json'), 'utf8'));
const top = `${name}-${version}`;
const about = { name, version, description, license, private: true, type, bin, engines: { node: '>=24.15' } };

const built = (await filesBelow(['dist/server'])).filter((file) => file.endsWith('.js'));
const loaded = await loadedBy(built);
const files = [...new Set(['CHANGELOG.md', 'SECURITY.md', ...(await filesBelow(places)), ...loaded])].sort();
await rm(folder, { recursive: true, force: true });
writeNotices(folder);
const entries: TarEntry[] = [
  await textEntry('package.json', `${JSON.stringify(about, null, 2)}\n`),
  // Node resolves `node prangon`, and symlinks to it, to the file itself.
  { header: { name: `${top}/prangon`, type: 'symlink', linkname: bin.prangon, size: 0, mtime } },
  ...(signingKey
    ? [
        await textEntry(
          releaseFiles.keys,
          publicKeys.map((key) => key.export({ type: 'spki', format: 'pem' })).join(''),
        ),
      ]
    : []),
  await textEntry(noticesName, await readFile(path.join(folder, noticesName), 'utf8')),
  // Sequentially: opening all files at once exceeds the limit of some machines.
  ...(await Array.fromAsync(
    files.filter((file) => !excluded.test(file)),
    fileEntry,
  )),
];

// `prangon update` compares all of them.
const lines = entries.map(({ header, body }) =>
  sumLine({
    header: { type: 'file', ...header, name: path.relative(top, header.name) },
    data: body as Uint8Array<ArrayBuffer>,
  }),
);
const sums = Buffer.from(`${lines.join('\n')}\n`);
entries.push(await textEntry(releaseFiles.sums, sums));
if (signingKey) entries.push(await textEntry(releaseFiles.signature, sign(null, sums, signingKey)));
const tar = await packTar(entries);
const packed = await promisify(gzip)(tar);
const archive = path.join(folder, `${top}.tar.gz`);
await writeFile(archive, packed);
await assertRuns();

const unpacked = entries.reduce((sum, { header }) => sum + header.size, 0);
console.log(
  `${path.relative(process.cwd(), archive)}, for ${process.platform}-${process.arch} and Node 24.15 or newer`,
);
console.log(`  packed    ${megabytes(packed.length)}`);
console.log(`  unpacked  ${megabytes(unpacked)} in ${entries.length} files`);
console.log(`  SHA-256   ${sha256(packed)}`);
console.log(`  signed    ${signingKey ? 'yes' : 'no: `prangon update` takes it with --unsigned alone'}`);

/** Runs the packed command; a failure aborts the packing. */
async function assertRuns(): Promise<void> {
  const place = await mkdtemp(path.join(os.tmpdir(), 'prangon-pack-'));
  try {
    await pipeline(createReadStream(archive), createGunzip(), unpackTar(place));
    execFileSync(process.execPath, [path.join(place, top, 'prangon'), 'version'], { cwd: place, stdio: 'pipe' });
  } catch (error) {
    await rm(archive);
    throw new Error('The archive does not run, and was removed.', { cause: error });
  } finally {
    await rm(place, { recursive: true });
  }
}

/** Dependency files that the build imports, statically or dynamically. */
async function loadedBy(programs: string[]): Promise<string[]> {
  // node_modules may be a symlink; traced paths are real ones.
  const modules = await realpath(at('node_modules'));
  // Node's resolution: explicit extensions and `exports` only.
  const options = {
    base: path.parse(root).root,
    processCwd: root,
    ts: false,
    exportsOnly: true,
    fileIOConcurrency: 64,
  };
  const { fileList } = await nodeFileTrace(programs.map(at), options);
  return [...fileList]
    .map((file) => path.relative(modules, path.join(options.base, file)))
    .filter((file) => !file.startsWith('..'))
    .map((file) => `node_modules/${file}`)
    .filter((file) => !isForOtherMachines(file));
}

async function filesBelow(folders: string[]): Promise<string[]> {
  const found = folders.map(async (place) => {
    const entries = await readdir(at(place), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  });
  return (await Promise.all(found)).flat();
}

async function fileEntry(file: string): Promise<TarEntry> {
  const [body, { mode }] = await Promise.all([readFile(at(file)), stat(at(file))]);
  const isProgram = (mode & 0o100) !== 0;
  return { header: { name: `${top}/${file}`, size: body.length, mode: isProgram ? 0o755 : 0o644, mtime }, body };
}

async function textEntry(file: string, text: string | Buffer): Promise<TarEntry> {
  const body = Buffer.from(text as string);
  return { header: { name: `${top}/${file}`, size: body.length, mode: 0o644, mtime }, body };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function at(file: string): string {
  return path.join(root, file);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
