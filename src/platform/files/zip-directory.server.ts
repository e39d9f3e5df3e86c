/** `packed` and `size` are in bytes; `begin` is the offset of the local file header. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  packed: number;
  size: number;
  begin: number;
}

/** The entries of a central directory. @throws {RangeError} if it is broken */
export function* zipEntries(directory: Buffer): Generator<ZipEntry> {
  for (let at = 0; at < directory.length; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new RangeError('No entry of a directory');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    yield {
      name: directory.toString('utf8', at + 46, nameEnd),
      isEncrypted: directory.readUInt16LE(at + 8) % 2 === 1,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      begin: directory.readUInt32LE(at + 42),
    };
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}
