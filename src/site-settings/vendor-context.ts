import { createContext, useContext } from 'react';
import { builtInSettings } from './built-in.ts';
import type { SiteSettings } from './schema.ts';

/** The facts about the vendor, for everything that a public page is made of. Drawn on the server: islands lack it. */
export const Vendor = createContext<SiteSettings>(builtInSettings);

export function useVendor(): SiteSettings {
  return useContext(Vendor);
}
