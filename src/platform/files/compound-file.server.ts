import { type FileHandle, open } from 'node:fs/promises';

/** Directory entries of macros, and of encrypted content, in which macros can't be seen. */
const hidden = /^(?:_?VBA|Macros$|EncryptedPackage$)/i;

const headerSize = 512;
const entrySize = 128;
/** Higher sector numbers are marks, such as the end of a chain. */
const lastSector = 0xfffffffa;
/** A longer chain is broken, or an attack. */
const mostSectors = 2_000;

/**
 * Whether an Office file of before 2007 provably has neither macros nor encrypted parts, by its directory ([MS-CFB]).
 * False if the directory can't be read.
 */
export async function isPlainCompoundFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const names = await readNames(file);
    return names.length > 0 && !names.some((name) => hidden.test(name));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** @throws {RangeError} if the file is too short, or a chain too long */
async function readNames(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, headerSize);
  const size = header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const sector = (number: number) => readAt(file, (number + 1) * size, size);
  const table = await tableSectors(header, sector);
  const next = async (number: number) => {
    const at = number * 4;
    const part = await sector(table[Math.floor(at / size)] ?? lastSector);
    return part.readUInt32LE(at % size);
  };
  const names: string[] = [];
  let read = 0;
  for (let number = header.readUInt32LE(48); number < lastSector; number = await next(number)) {
    if (++read > mostSectors) throw new RangeError('The directory does not end');
    const entries = await sector(number);
    for (let at = 0; at < size; at += entrySize) {
      const length = Math.min(entries.readUInt16LE(at + 64), 64);
      if (length > 2) names.push(entries.toString('utf16le', at, at + length - 2));
    }
  }
  return names;
}

/** The sectors of the FAT: 109 are listed in the header, more in a chain of their own. */
async function tableSectors(header: Buffer, sector: (number: number) => Promise<Buffer>): Promise<number[]> {
  const numbers = numbersIn(header.subarray(76));
  let read = 0;
  for (let number = header.readUInt32LE(68); number < lastSector; ) {
    if (++read > mostSectors) throw new RangeError('The table does not end');
    const more = numbersIn(await sector(number));
    number = more.pop() ?? lastSector;
    numbers.push(...more);
  }
  return numbers;
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('The file ends too early');
  return buffer;
}
