import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { t } from '#i18n/text.ts';
import { invalid } from '../errors.server.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Accepted extensions, their media types, and what `file-type` may detect. Nothing among them runs in a page. */
const types = new Map<string, { type: string; contents: string[] }>(
  Object.entries({
    pdf: { type: 'application/pdf', contents: ['pdf'] },
    doc: { type: 'application/msword', contents: ['cfb'] },
    xls: { type: 'application/vnd.ms-excel', contents: ['cfb'] },
    // PowerPoint's macros are not visible in the directory.
    ppt: { type: 'application/vnd.ms-powerpoint', contents: [] },
    docx: { type: `${office}.wordprocessingml.document`, contents: ['docx'] },
    xlsx: { type: `${office}.spreadsheetml.sheet`, contents: ['xlsx'] },
    pptx: { type: `${office}.presentationml.presentation`, contents: ['pptx'] },
    rtf: { type: 'application/rtf', contents: ['rtf'] },
    odt: { type: `${openDocument}.text`, contents: ['odt'] },
    ods: { type: `${openDocument}.spreadsheet`, contents: ['ods'] },
    odp: { type: `${openDocument}.presentation`, contents: ['odp'] },
    zip: { type: 'application/zip', contents: ['zip'] },
    txt: { type: 'text/plain', contents: ['text'] },
    csv: { type: 'text/csv', contents: ['text'] },
    jpg: { type: 'image/jpeg', contents: ['jpg'] },
    jpeg: { type: 'image/jpeg', contents: ['jpg'] },
    png: { type: 'image/png', contents: ['png', 'apng'] },
    gif: { type: 'image/gif', contents: ['gif'] },
    webp: { type: 'image/webp', contents: ['webp'] },
    avif: { type: 'image/avif', contents: ['avif'] },
    heic: { type: 'image/heic', contents: ['heic'] },
    tif: { type: 'image/tiff', contents: ['tif'] },
    tiff: { type: 'image/tiff', contents: ['tif'] },
    bmp: { type: 'image/bmp', contents: ['bmp'] },
  }),
);

const refusals = {
  ending:
    'This kind of file is not taken. Choose a PDF, an office document without macros, a ZIP, CSV or text file, or a picture.',
  compound:
    'Office files are taken without macros and without a password. Save it as .docx, .xlsx, .pptx or PDF, and choose that.',
  content: (ending: string) =>
    t`The name ends in .${ending}, but the content is not that of such a file. Save it anew, or choose another one.`,
};

export function typeOf(name: string): string {
  return types.get(endingOf(name))?.type ?? 'application/octet-stream';
}

/**
 * Checks the content against the extension and returns the name; one without an extension gets that of its content.
 * @throws {HttpError} 422 under `file`
 */
export async function checkType(name: string, file: string): Promise<string> {
  const ending = endingOf(name);
  const type = types.get(ending);
  if (ending && !type) throw invalid({ file: [refusals.ending] });
  // A text may begin like another format: FORM, BM and GIF are also words.
  const detected = [await detectExtension(file), ...((await isText(file)) ? ['text'] : [])];
  const fits = type?.contents.some((content) => detected.includes(content));
  if (detected.includes('cfb') && !((fits || !type) && (await isPlainCompoundFile(file))))
    throw invalid({ file: [refusals.compound] });
  if (fits) return name;
  if (type) throw invalid({ file: [refusals.content(ending)] });
  const fitting = [...types].find(([, { contents }]) => contents.some((content) => detected.includes(content)));
  if (!fitting) throw invalid({ file: [refusals.ending] });
  return `${name}.${fitting[0]}`;
}

async function detectExtension(file: string): Promise<string> {
  // `file-type` throws for some malformed files.
  const result = await fileTypeFromFile(file).catch(() => undefined);
  return result?.ext ?? '';
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

const sample = 65_536;

/** Has no control characters. Any encoding is accepted: old Bengali texts use unregistered ones. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sample), 0, sample, 0);
    const isUtf16 = buffer.readUInt16LE() === 0xfeff;
    const text = buffer.subarray(0, bytesRead).toString(isUtf16 ? 'utf16le' : 'latin1');
    return !/[\0-\x08\x0e-\x1f\x7f]/.test(text);
  } finally {
    await handle.close();
  }
}

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
async function isPlainCompoundFile(path: string): Promise<boolean> {
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
