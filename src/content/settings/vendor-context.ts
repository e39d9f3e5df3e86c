import { createContext, useContext } from 'react';
import type { CallLink } from '#ui/site/call-links.tsx';
import { builtInSettings } from './built-in.ts';
import { type SiteSettings, whatsappLink } from './schema.ts';

/** Vendor settings for public pages. Server-rendered only: islands do not have this context. */
export const Vendor = createContext<SiteSettings>(builtInSettings);

export function useVendor(): SiteSettings {
  return useContext(Vendor);
}

export function contactLinks({ phone, whatsapp }: SiteSettings): CallLink[] {
  return [
    ...(phone ? [{ by: 'phone' as const, href: `tel:${phone.number}`, shown: phone.shown }] : []),
    ...(whatsapp ? [{ by: 'whatsapp' as const, href: whatsappLink(whatsapp), shown: whatsapp.shown }] : []),
  ];
}
