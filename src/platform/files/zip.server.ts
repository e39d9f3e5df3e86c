import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

type Pieces = Iterable<string> | AsyncIterable<string>;

/** A ZIP archive that is written as its files come, none of which is ever whole in memory: up to 4 GiB, names in ASCII. */
export async function* zip(files: Record<string, Pieces>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, pieces] of Object.entries(files)) {
    const file = { crc: 0, size: 0, packed: 0 };
    // Sizes stand behind the data, and then in the directory: nobody knows them yet.
    const local = Buffer.concat([
      uint32(0x04034b50),
      format,
      Buffer.alloc(12),
      uint16(name.length, 0),
      Buffer.from(name),
    ]);
    yield local;
    for await (const chunk of pipeline(measured(pieces, file), createDeflateRaw(), () => undefined)) {
      file.packed += chunk.length;
      yield chunk;
    }
    const sizes = uint32(file.crc, file.packed, file.size);
    yield Buffer.concat([uint32(0x08074b50), sizes]);
    directory.push(
      Buffer.concat([
        uint32(0x02014b50),
        uint16(20),
        format,
        sizes,
        uint16(name.length, 0, 0, 0, 0),
        uint32(0, offset),
      ]),
      Buffer.from(name),
    );
    offset += local.length + file.packed + 16;
  }
  const count = directory.length / 2;
  const entries = Buffer.concat(directory);
  yield entries;
  yield Buffer.concat([uint32(0x06054b50), uint16(0, 0, count, count), uint32(entries.length, offset), uint16(0)]);
}

async function* measured(pieces: Pieces, file: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

function uint16(...values: number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}

function uint32(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

/** Version 2.0, sizes behind the data, deflate, and the first day that a ZIP knows: 1980-01-01. */
const format = uint16(20, 8, 8, 0, 0x21);
