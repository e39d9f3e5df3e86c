import type { z } from 'zod/mini';
import { auditEventOnWire } from '#wire/audit.ts';
import { pageOnWire } from '#wire/records.ts';

export const activityPage = pageOnWire(auditEventOnWire);
export type ActivityPage = z.infer<typeof activityPage>;
