import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import type { Mail } from '#mail/queue.server.ts';
import { pages } from '#paths.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { linkMinutes } from './data.server.ts';

export function resetMail(
  to: { name: string; email: string },
  token: string,
  brand: string,
  settings: Pick<Settings, 'publicUrl' | 'secret'>,
): Mail {
  const link = resetLink(to, token, settings);
  const minutes = new Intl.NumberFormat('bn-BD').format(linkMinutes);
  const lines = {
    greeting: `${to.name}, আসসালামু আলাইকুম।`,
    what: 'আপনার অ্যাকাউন্টের পাসওয়ার্ড নতুন করে দেওয়ার জন্য একটি অনুরোধ এসেছে। নতুন পাসওয়ার্ড দিতে এই লিংকে যান:',
    button: 'নতুন পাসওয়ার্ড দিন',
    until: `লিংকটি ${minutes} মিনিট পর্যন্ত, একবারই কাজ করবে।`,
    otherwise: 'অনুরোধটি আপনি না করে থাকলে কিছুই করতে হবে না; আপনার পাসওয়ার্ড আগের মতোই থাকবে।',
  };
  return {
    to: to.email,
    subject: 'পাসওয়ার্ড নতুন করে দেওয়ার লিংক',
    ...renderMailParts({ lang: 'bn', brand }, [
      { lines: [{ text: lines.greeting }] },
      { lines: [{ text: lines.what }], button: { text: lines.button, link } },
      { lines: [{ text: lines.until }, { text: lines.otherwise }] },
    ]),
    kind: 'password_reset',
    usefulSeconds: linkMinutes * 60,
    secret: settings,
  };
}

export function resetLink(to: { email: string }, token: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}${pages.resetPassword}?${new URLSearchParams({ token, email: to.email })}`;
}
