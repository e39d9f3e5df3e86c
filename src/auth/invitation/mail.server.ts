import { bengaliDigits } from '#api/text.ts';
import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import type { Mail } from '#mail/queue.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

/** Lifetime of the link, long enough for a weekend. */
export const invitationHours = 72;

export function invitationMail(
  to: { name: string; email: string },
  link: string,
  brand: string,
  settings: Pick<Settings, 'publicUrl' | 'secret'>,
): Mail {
  const lines = {
    greeting: `${to.name}, আসসালামু আলাইকুম।`,
    what: `${new URL(settings.publicUrl).host} ওয়েবসাইটের কাজে আপনাকে আমন্ত্রণ জানানো হয়েছে। এই লিংকে গিয়ে একটি পাসওয়ার্ড বেছে নিন:`,
    button: 'পাসওয়ার্ড দিয়ে শুরু করুন',
    until: `লিংকটি ${bengaliDigits(String(invitationHours))} ঘণ্টা পর্যন্ত, একবারই কাজ করবে।`,
    otherwise: 'আমন্ত্রণটি আপনার জন্য না হলে কিছুই করতে হবে না।',
  };
  return {
    to: to.email,
    subject: 'ওয়েবসাইটে কাজ করার আমন্ত্রণ',
    ...renderMailParts({ lang: 'bn', brand }, [
      { lines: [{ text: lines.greeting }] },
      { lines: [{ text: lines.what }], button: { text: lines.button, link } },
      { lines: [{ text: lines.until }, { text: lines.otherwise }] },
    ]),
    kind: 'invitation',
    usefulSeconds: invitationHours * 3_600,
    secret: settings,
  };
}
