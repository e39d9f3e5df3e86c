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

/** Whom the product mails beside the staff, who choose for themselves, and when. */
export const notificationSettingsOnWire = z.object({
  /** Addresses outside the staff; each gets a mail of its own. */
  sales_addresses: z.array(z.string()),
  /** Whether these get a mail for each new request. */
  mail_requests: z.boolean(),
  /** Whether these get a mail each morning with what is due. */
  mail_digest: z.boolean(),
  /** For all who get it, in Dhaka, 0 to 23. */
  digest_hour: z.int(),
  updated_at: z.nullable(z.string()),
  /** Whether a mail server is set; without one mails wait. */
  mail_server: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsOnWire>;
