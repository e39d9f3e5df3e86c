import type { Network } from '#site-settings/schema.ts';

/** The places elsewhere, as readers say them. */
export const networkNames: Record<Network, string> = {
  facebook: 'ফেসবুক',
  youtube: 'ইউটিউব',
  linkedin: 'লিংকডইন',
  x: 'এক্স',
  instagram: 'ইনস্টাগ্রাম',
};
