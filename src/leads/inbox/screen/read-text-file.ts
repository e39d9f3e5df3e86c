import { leadLimits } from '../schema.ts';

/** The text of a file as spreadsheet programs write it: UTF-8, or UTF-16 with a mark. @throws with what to do about it */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > leadLimits.importBytes) throw new Error('The file is too large. Split it into smaller ones.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.');
  }
}
