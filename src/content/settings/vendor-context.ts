import { createContext, useContext } from 'react';
import { builtInSettings } from './built-in.ts';
import type { SiteSettings } from './schema.ts';

/** Vendor settings for public pages. Server-rendered only: islands do not have this context. */
export const Vendor = createContext<SiteSettings>(builtInSettings);

export function useVendor(): SiteSettings {
  return useContext(Vendor);
}
