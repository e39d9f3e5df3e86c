import type { z } from 'zod/mini';
import { auditEventSchema } from '#wire/audit.ts';
import { pageSchema } from '#wire/records.ts';

export const activityPage = pageSchema(auditEventSchema);
export type ActivityPage = z.infer<typeof activityPage>;
