import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

const notificationOnWire = z.object({
  id: idOnWire,
  request_id: idOnWire,
  name: z.string(),
  institute_name: z.string(),
  created_at: z.string(),
  read: z.boolean(),
});

/** The newest notifications of the signed-in user, and how many they have not read, also beyond the list. */
export const notificationsOnWire = z.object({ data: z.array(notificationOnWire), unread: z.int() });
