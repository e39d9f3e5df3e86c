import { dayAfter, dayInDhaka, hourInDhaka, momentInDhaka } from '#server/dhaka.server.ts';

interface QuietHours {
  /** Hours in Dhaka, 0 to 23; equal ones mean that no hour is quiet. */
  quietFrom: number;
  quietUntil: number;
}

/** When a mail of this moment may be sent: at once, or when the quiet hours have passed. */
export function afterQuietHours(now: Date, { quietFrom, quietUntil }: QuietHours): Date {
  const hour = hourInDhaka(now);
  const overNight = quietFrom > quietUntil;
  const quiet = overNight ? hour >= quietFrom || hour < quietUntil : hour >= quietFrom && hour < quietUntil;
  if (!quiet) return now;
  const today = dayInDhaka(now);
  return momentInDhaka(hour < quietUntil ? today : dayAfter(today, 1), quietUntil);
}
