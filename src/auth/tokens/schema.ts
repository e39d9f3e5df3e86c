import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { roles } from '#api/rights.ts';

export const tokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: z.enum(roles),
  /** Its first characters. */
  start: z.string(),
  made_by: z.string(),
  created_at: z.string(),
  /** Null: it works until it is withdrawn. */
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  /** 1: it works. 0: it has ended, or its maker is no active owner. */
  status: z.int(),
});

export type ProgramToken = z.infer<typeof tokenSchema>;
