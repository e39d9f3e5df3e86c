import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { invalid } from '../errors.server.ts';
import { isPlainCompoundFile } from './compound-file.server.ts';

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
    `The name ends in .${ending}, but the content is not that of such a file. Save it anew, or choose another one.`,
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
