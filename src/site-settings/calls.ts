import type { Call } from '#ui/site/call-links.tsx';
import { type SiteSettings, whatsappLink } from './schema.ts';

export function callsOf({ phone, whatsapp }: SiteSettings): Call[] {
  return [
    ...(phone ? [{ by: 'phone' as const, href: `tel:${phone.number}`, shown: phone.shown }] : []),
    ...(whatsapp ? [{ by: 'whatsapp' as const, href: whatsappLink(whatsapp), shown: whatsapp.shown }] : []),
  ];
}
