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

/** Whom the product mails, and when. Hours are those of Dhaka, 0 to 23. */
export interface NotificationSettings {
  /** Everyone of the sales group gets a mail of their own. */
  salesAddresses: string[];
  /** A mail for each new request. */
  mailRequests: boolean;
  /** A mail each morning with what is due. */
  mailDigest: boolean;
  digestHour: number;
  /** From this hour on mails wait; the same as `quietUntil`: never. */
  quietFrom: number;
  quietUntil: number;
  updatedAt: string | null;
}

/** As long as nobody has decided otherwise. Without an address nothing is mailed. */
export const firstSettings: NotificationSettings = {
  salesAddresses: [],
  mailRequests: true,
  mailDigest: true,
  digestHour: 8,
  quietFrom: 22,
  quietUntil: 7,
  updatedAt: null,
};

export const mostSalesAddresses = 20;

export const notificationSettingsOnWire = z.object({
  sales_addresses: z.array(z.string()),
  mail_requests: z.boolean(),
  mail_digest: z.boolean(),
  digest_hour: z.int(),
  quiet_from: z.int(),
  quiet_until: z.int(),
  updated_at: z.nullable(z.string()),
  /** Whether a mail server is set; without one mails wait. */
  mail_server: z.boolean(),
});

export function settingsToWire(settings: NotificationSettings, mailServer: boolean) {
  return {
    sales_addresses: settings.salesAddresses,
    mail_requests: settings.mailRequests,
    mail_digest: settings.mailDigest,
    digest_hour: settings.digestHour,
    quiet_from: settings.quietFrom,
    quiet_until: settings.quietUntil,
    updated_at: settings.updatedAt,
    mail_server: mailServer,
  };
}
