import * as z from 'zod/mini';

const text = z.nullable(z.string());

/** Of the backups that the program makes by itself. Times are ISO 8601 in UTC, reasons are in English. */
const backupStateSchema = z.object({
  /** The last that is whole, in every place where backups go. */
  last: text,
  failed: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  /** The last trial, and the last that went well. */
  tried: text,
  restored: text,
  restore_failed: text,
});
export type BackupState = z.infer<typeof backupStateSchema>;

export const troubleKinds = ['mail', 'disk', 'backup', 'restore', 'certificate', 'webhook', 'faults'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/** Something that is wrong now, of which owners were mailed. */
const troubleSchema = z.object({
  kind: z.enum(troubleKinds),
  since: z.string(),
  seen: z.string(),
  detail: z.string(),
});
export type Trouble = z.infer<typeof troubleSchema>;

export const upkeepSchema = z.object({
  /** Whether it makes any. */
  on: z.boolean(),
  backups: backupStateSchema,
  troubles: z.array(troubleSchema),
});
export type Upkeep = z.infer<typeof upkeepSchema>;
