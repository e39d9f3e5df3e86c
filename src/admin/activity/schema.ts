import type { z } from 'zod/mini';
import { auditEventSchema } from '#api/audit.ts';
import { pageSchema } from '#api/records.ts';

export const activityPage = pageSchema(auditEventSchema);
export type ActivityPage = z.infer<typeof activityPage>;
