import { siteSettings } from '#content/settings/data.server.ts';
import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { linkMinutes } from './data.server.ts';

interface LinkMail extends Omit<Mail, 'to' | 'text' | 'html'> {
  what: string;
  button: { text: string; link: string };
  until: string;
  otherwise: string;
}

/** Mails a link that is for its receiver alone. The mail is emptied when the link ends. */
export async function mailLink(
  transaction: Database,
  linkId: number,
  to: { name: string; email: string },
  { what, button, until, otherwise, ...mail }: LinkMail,
): Promise<void> {
  const { name: brand } = await siteSettings(transaction);
  const mail_id = await queueMail(transaction, {
    ...mail,
    to: to.email,
    ...renderMailParts({ lang: 'bn', brand }, [
      { lines: [{ text: `${to.name}, আসসালামু আলাইকুম।` }] },
      { lines: [{ text: what }], button },
      { lines: [{ text: until }, { text: otherwise }] },
    ]),
  });
  await transaction.updateTable('password_resets').set({ mail_id }).where('id', '=', linkId).execute();
}

export function resetMail(link: string, secret: Keys): LinkMail {
  const minutes = new Intl.NumberFormat('bn-BD').format(linkMinutes);
  return {
    subject: 'পাসওয়ার্ড নতুন করে দেওয়ার লিংক',
    what: 'আপনার অ্যাকাউন্টের পাসওয়ার্ড নতুন করে দেওয়ার জন্য একটি অনুরোধ এসেছে। নতুন পাসওয়ার্ড দিতে এই লিংকে যান:',
    button: { text: 'নতুন পাসওয়ার্ড দিন', link },
    until: `লিংকটি ${minutes} মিনিট পর্যন্ত, একবারই কাজ করবে।`,
    otherwise: 'অনুরোধটি আপনি না করে থাকলে কিছুই করতে হবে না; আপনার পাসওয়ার্ড আগের মতোই থাকবে।',
    kind: 'password_reset',
    usefulSeconds: linkMinutes * 60,
    secret,
  };
}

export function resetLink(to: { email: string }, token: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}${pages.resetPassword}?${new URLSearchParams({ token, email: to.email })}`;
}
