import type { CallLink } from '#ui/site/call-links.tsx';
import { type SiteSettings, whatsappLink } from './schema.ts';

export function contactLinks({ phone, whatsapp }: SiteSettings): CallLink[] {
  return [
    ...(phone ? [{ by: 'phone' as const, href: `tel:${phone.number}`, shown: phone.shown }] : []),
    ...(whatsapp ? [{ by: 'whatsapp' as const, href: whatsappLink(whatsapp), shown: whatsapp.shown }] : []),
  ];
}
