import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

const notificationOnWire = z.object({
  id: idOnWire,
  request_id: idOnWire,
  name: z.string(),
  institute_name: z.string(),
  /** The address that the mail with link and password did not reach; null: it tells of a new request. */
  lost_mail_to: z.nullable(z.string()),
  created_at: z.string(),
  read: z.boolean(),
});

/** The newest notifications of the signed-in user, and how many they have not read, also beyond the list. */
export const notificationsOnWire = z.object({ data: z.array(notificationOnWire), unread: z.int() });
export type Notifications = z.infer<typeof notificationsOnWire>;

/** Whom the product mails, and when. Hours are those of Dhaka, 0 to 23. */
export const notificationSettingsOnWire = z.object({
  /** Everyone of the sales group gets a mail of their own. */
  sales_addresses: z.array(z.string()),
  /** A mail for each new request. */
  mail_requests: z.boolean(),
  /** A mail each morning with what is due. */
  mail_digest: z.boolean(),
  digest_hour: z.int(),
  /** From this hour on mails wait; the same as `quiet_until`: never. */
  quiet_from: z.int(),
  quiet_until: z.int(),
  updated_at: z.nullable(z.string()),
  /** Whether a mail server is set; without one mails wait. */
  mail_server: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsOnWire>;
