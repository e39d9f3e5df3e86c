import { createInflateRaw } from 'node:zlib';
import { type MarkupHandler, MarkupReader } from './markup.server.ts';
import { brokenWorkbook, tooLargeWorkbook, Unreadable } from './unreadable.server.ts';

/** Far more than a workbook of contacts needs, but a zip bomb exceeds it. */
const limits = { entries: 1_000, bytes: 64 * 2 ** 20 };

const signatures = { protected: 0xe011cfd0, entry: 0x02014b50, file: 0x04034b50 };

/** `packed` and `size` are in bytes; `begin` is the offset of the local file header. */
interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  begin: number;
}

/** Reads the XML files of a workbook as streams, so that memory stays bounded whatever sizes the zip file claims. */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: Map<string, Entry>;

  /** @throws {Unreadable} for a file that is no workbook, or is too large */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const entries = [...entriesOf(bytes)].filter(({ name }) => /\.(?:xml|rels)$/.test(name));
    if (entries.reduce((sum, { size }) => sum + size, 0) > limits.bytes) throw tooLargeWorkbook();
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws {Unreadable} if the file is missing, broken, or larger than the directory says */
  async read(name: string, handler: MarkupHandler): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Unreadable('The workbook can’t be read.');
    const markup = new MarkupReader(handler);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let size = 0;
    try {
      for await (const chunk of this.#contents(entry)) {
        size += chunk.length;
        if (size > entry.size) throw brokenWorkbook();
        markup.write(decoder.decode(chunk, { stream: true }));
      }
      markup.write(decoder.decode());
    } catch (error) {
      throw error instanceof Unreadable ? error : brokenWorkbook();
    }
    if (size !== entry.size) throw brokenWorkbook();
  }

  #contents({ begin, packed, method }: Entry): Iterable<Buffer> | AsyncIterable<Buffer> {
    const bytes = this.#bytes;
    if (begin + 30 > bytes.length || bytes.readUInt32LE(begin) !== signatures.file) throw brokenWorkbook();
    const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28);
    const data = bytes.subarray(from, from + packed);
    if (method !== 0 && method !== 8) throw brokenWorkbook();
    return method === 0 ? [data] : createInflateRaw().end(data);
  }
}

function* entriesOf(archive: Buffer): Generator<Entry> {
  if (!startsWith(archive, 0, signatures.file)) throw noWorkbook(archive);
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > archive.length) throw brokenWorkbook();
  const count = archive.readUInt16LE(end + 10);
  if (count > limits.entries) throw tooLargeWorkbook();
  for (let entry = 0, at = archive.readUInt32LE(end + 16); entry < count; entry++) {
    if (at + 46 > archive.length || !startsWith(archive, at, signatures.entry)) throw brokenWorkbook();
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    yield {
      name: archive.toString('utf8', at + 46, nameEnd),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      begin: archive.readUInt32LE(at + 42),
    };
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function startsWith(archive: Buffer, at: number, signature: number): boolean {
  return at + 4 <= archive.length && archive.readUInt32LE(at) === signature;
}

function noWorkbook(archive: Buffer): Unreadable {
  return new Unreadable(
    startsWith(archive, 0, signatures.protected)
      ? 'This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.'
      : 'This is no Excel workbook (.xlsx).',
  );
}
