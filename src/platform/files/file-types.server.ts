import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { fileTypeFromFile } from 'file-type';
import { t } from '#i18n/text.ts';
import { invalid } from '../errors.server.ts';
import { Semaphore } from '../semaphore.server.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Accepted extensions, their media types, and what `file-type` may detect. Nothing among them runs in a page. */
const types = new Map<string, { type: string; contents: string[] }>(
  Object.entries({
    pdf: { type: 'application/pdf', contents: ['pdf'] },
    // Served where they are stored, but not taken any more: nothing tells well enough what runs in them.
    doc: { type: 'application/msword', contents: [] },
    xls: { type: 'application/vnd.ms-excel', contents: [] },
    ppt: { type: 'application/vnd.ms-powerpoint', contents: [] },
    rtf: { type: 'application/rtf', contents: [] },
    docx: { type: `${office}.wordprocessingml.document`, contents: ['docx'] },
    xlsx: { type: `${office}.spreadsheetml.sheet`, contents: ['xlsx'] },
    pptx: { type: `${office}.presentationml.presentation`, contents: ['pptx'] },
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
  office:
    'Office files are taken as .docx, .xlsx or .pptx, without macros, without a password, and with nothing embedded or linked from other files. Save it so, or as PDF, and choose that.',
  content: (ending: string) =>
    t`The name ends in .${ending}, but the content is not that of such a file. Save it anew, or choose another one.`,
  archive: (part: string) =>
    t`“${part}” in this ZIP is not taken. It may hold PDF, CSV and text files, pictures, and office documents without macros: no further ZIP, and no password.`,
};

export function typeOf(name: string): string {
  return types.get(endingOf(name))?.type ?? 'application/octet-stream';
}

/**
 * Checks the content against the extension and returns the name; one without an extension gets that of its content.
 * @throws {HttpError} 422 under `file`
 */
export async function checkType(name: string, file: string): Promise<string> {
  const checked = await checkAlone(name, file);
  if (endingOf(checked) !== 'zip') return checked;
  const release = await archives.acquire(1);
  await checkArchive(file).finally(release);
  return checked;
}

async function checkAlone(name: string, file: string): Promise<string> {
  const ending = endingOf(name);
  const type = types.get(ending);
  if (ending && !type) throw invalid({ file: [refusals.ending] });
  const head = await buffer(createReadStream(file, { end: 65_535 }));
  // A text may begin like another format: FORM, BM and GIF are also words.
  const detected = [await detectExtension(file, head), ...(isText(head) ? ['text'] : [])];
  const fits = type?.contents.some((content) => detected.includes(content));
  const isOffice = detected.some((content) => /^(?:doc|xls|ppt)x$|^od[tsp]$/.test(content));
  if (detected.includes('cfb') || type?.contents.length === 0 || (isOffice && !(await isPlainOfficeFile(file))))
    throw invalid({ file: [refusals.office] });
  if (fits) return name;
  if (type) throw invalid({ file: [refusals.content(ending)] });
  const fitting = [...types].find(([, { contents }]) => contents.some((content) => detected.includes(content)));
  if (!fitting) throw invalid({ file: [refusals.ending] });
  return `${name}.${fitting[0]}`;
}

/** What systems add to an archive by themselves, with the bytes that these begin with. */
const systemFiles: [name: RegExp, begin: string][] = [
  [/(?:^|\/)\._[^/]*$/, '00051607'],
  [/(?:^|\/)\.DS_Store$/, '0000000142756431'],
];

/** Absolute, or leading out of the folder, to Windows too; or with an end that some programs cut off. */
const unsafeName = /^\/|[\\\0]|(?:^|\/)\.\.(?:\/|$)|[. ](?:\/|$)/;

/** Several at once would take too much memory. */
const archives = new Semaphore({ permits: 1, waiting: 10, wait: 30_000 });

/** Each file in it must be one that is taken alone, but no archive. @throws {HttpError} 422 under `file`, with the name */
async function checkArchive(archive: string): Promise<void> {
  const handle = await open(archive);
  const content = `${archive}.part`;
  let part = 'ZIP';
  let { size: packed } = await handle.stat();
  let left = 2 ** 27;
  try {
    for (const entry of await readDirectory(handle)) {
      part = entry.name.slice(-100);
      packed -= entry.packed;
      if (entry.isEncrypted || entry.isLink || packed < 0 || unsafeName.test(entry.name))
        throw new RangeError('No plain file');
      if (entry.packed === 0 && entry.name.endsWith('/')) continue;
      // As much as an upload may have.
      const bytes = await readEntry(handle, entry, Math.min(left, 50 * 2 ** 20));
      left -= bytes.length;
      await checkPart(entry.name, bytes, content);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    throw invalid({ file: [refusals.archive(part)] });
  } finally {
    await handle.close();
    await rm(content, { force: true });
  }
}

async function checkPart(name: string, bytes: Buffer, content: string): Promise<void> {
  const begin = bytes.toString('hex', 0, 8);
  if (systemFiles.some(([pattern, magic]) => pattern.test(name) && begin.startsWith(magic))) return;
  await writeFile(content, bytes);
  const checked = await checkAlone(name, content);
  const isKnown = checked === name || !/\.[^/]*$/.test(name);
  if (!isKnown || endingOf(checked) === 'zip') throw new RangeError('Not taken alone, or a ZIP in a ZIP');
}

async function detectExtension(file: string, head: Buffer): Promise<string> {
  // `file-type` throws for some malformed files.
  const result = await fileTypeFromFile(file).catch(() => undefined);
  // Viewers skip blanks, a line break of a script and the like before it.
  return result?.ext ?? (head.subarray(0, 1_024).includes('%PDF-') ? 'pdf' : '');
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Has no control characters. Any encoding is accepted: old Bengali texts use unregistered ones. */
function isText(head: Buffer): boolean {
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  return !/[\0-\x08\x0e-\x1f\x7f]/.test(head.toString(isUtf16 ? 'utf16le' : 'latin1'));
}

/** Names of parts that run, or hold another file; OpenDocument has its macros in the folders Basic and Scripts. */
const unsafePart = /vba|macro|embeddings|oleObject|activeX|externalLink|\\|^(?:basic|scripts)\//i;
/** Relationships to the same, by their type: the names of parts are free. */
const unsafeType =
  /vba|macro|oleObject|activeX|externalLink|attachedTemplate|subDocument|\/(?:package|control|frame|aFChunk)["']/i;

/** Whether an Office file of XML provably has neither macros nor other files in it, and needs none from elsewhere. */
async function isPlainOfficeFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    // Bytes of all relationships, unpacked.
    let left = 2 ** 23;
    for (const entry of await readDirectory(file)) {
      if (entry.isEncrypted || unsafePart.test(entry.name)) return false;
      if (!/\.rels$/i.test(entry.name)) continue;
      const relations = await readEntry(file, entry, left);
      left -= relations.length;
      if (!arePlain(relations.toString())) return false;
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    return false;
  } finally {
    await file.close();
  }
}

const relationship = /<(?:[\w.-]+:)?Relationship(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/g;

/** Also false for what no Office program writes, such as another encoding, a comment or an entity in a type. */
function arePlain(relations: string): boolean {
  const isPlain = (element: string) =>
    !/\sType\s*=\s*["'][^"']*&/.test(element) &&
    !unsafeType.test(element.replace(/\sTarget\s*=\s*(?:"[^"]*"|'[^']*')/, '')) &&
    (!/TargetMode/.test(element) || /\sTargetMode\s*=\s*["']Internal["']|\/hyperlink["']/.test(element));
  const elements = relations.match(relationship) ?? [];
  const isKnown =
    /<(?:[\w.-]+:)?Relationships[\s>/]/.test(relations) &&
    !/<!|Relationship\s/.test(relations.replace(relationship, ''));
  return isKnown && elements.every(isPlain);
}

/** `packed` is in bytes; `begin` is the offset of the local file header. */
interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  isLink: boolean;
  method: number;
  packed: number;
  begin: number;
}

/** The field of a name in Unicode, which some programs take instead of the other one. */
const unicodeName = 0x7075;

/** The entries of the central directory. @throws {RangeError} if it is broken, or has something behind it */
async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const place = (await file.stat()).size - 22;
  const end = await readAt(file, place, 22);
  const [size, begin] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  // Another program would read another directory.
  if (end.readUInt32LE(0) !== 0x06054b50 || size > 2 ** 21 || begin + size !== place)
    throw new RangeError('No end, a large one, or something between');
  const directory = await readAt(file, begin, size);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < size; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new RangeError('No entry of a directory');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      isEncrypted: directory.readUInt16LE(at + 8) % 2 === 1,
      isLink: directory.readUInt32LE(at + 38) >>> 28 === 0xa,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      begin: directory.readUInt32LE(at + 42),
    });
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    for (let field = nameEnd; field < extraEnd; field += 4 + directory.readUInt16LE(field + 2))
      if (directory.readUInt16LE(field) === unicodeName) throw new RangeError('A second name');
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  if (entries.length !== end.readUInt16LE(10)) throw new RangeError('Another number of entries');
  return entries;
}

async function readEntry(file: FileHandle, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  const { name, method, packed, begin } = entry;
  if (packed > maxBytes) throw new RangeError('Too large');
  const local = await readAt(file, begin, 30);
  const nameEnd = begin + 30 + local.readUInt16LE(26);
  const ownName = await readAt(file, begin + 30, local.readUInt16LE(26));
  if (local.readUInt32LE(0) !== 0x04034b50 || local.readUInt16LE(8) !== method || ownName.toString() !== name)
    throw new RangeError('Not what the directory says');
  const data = await readAt(file, nameEnd + local.readUInt16LE(28), packed);
  return method === 0 ? data : promisify(inflateRaw)(data, { maxOutputLength: Math.max(maxBytes, 1) });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('The file ends too early');
  return buffer;
}
