import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';

const notificationSchema = z.object({
  id: idSchema,
  request_id: idSchema,
  name: z.string(),
  institute_name: z.string(),
  /** Recipient of an undelivered mail; null for a new request. */
  lost_mail_to: z.nullable(z.string()),
  created_at: z.string(),
  read: z.boolean(),
});

export const notificationsSchema = z.object({ data: z.array(notificationSchema), unread: z.int() });
export type Notifications = z.infer<typeof notificationsSchema>;

/** Who gets a new lead. */
export const assignRules = ['none', 'in_turn'] as const;

export const notificationSettingsSchema = z.object({
  sales_addresses: z.array(z.string()),
  mail_requests: z.boolean(),
  mail_digest: z.boolean(),
  /** For all recipients, in Dhaka, 0 to 23. */
  digest_hour: z.int(),
  assign: z.enum(assignRules),
  updated_at: z.nullable(z.string()),
  /** Without a mail server, mails wait in the outbox. */
  mail_server: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
