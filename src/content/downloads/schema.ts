import * as z from 'zod/mini';
import { idOnWire, type Listed, listedOnWire, listedToWire } from '#wire/records.ts';

/** A file for visitors: one of ours, or an https address elsewhere (then name, size and type may be unknown). */
export interface Download {
  id: number;
  title: string;
  url: string;
  fileName: string | null;
  /** Bytes. */
  fileSize: number | null;
  /** Media type, such as `application/pdf`. */
  fileType: string | null;
}

/** The same as the back office edits it. */
export type DownloadRecord = Download & Listed;

export const downloadOnWire = z.object({
  id: idOnWire,
  title: z.string(),
  file_url: z.string(),
  file_name: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  file_type: z.nullable(z.string()),
});

export const downloadsOnWire = z.array(downloadOnWire);

export function downloadToWire(download: Download): z.infer<typeof downloadOnWire> {
  const { id, title, url, fileName, fileSize, fileType } = download;
  return { id, title, file_url: url, file_name: fileName, file_size: fileSize, file_type: fileType };
}

export const downloadRecordOnWire = z.extend(downloadOnWire, listedOnWire);

export function downloadRecordToWire(download: DownloadRecord): z.infer<typeof downloadRecordOnWire> {
  return { ...downloadToWire(download), ...listedToWire(download) };
}
