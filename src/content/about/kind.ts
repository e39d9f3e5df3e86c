import { Info } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const aboutKind = {
  path: adminPages.about,
  name: 'About',
  description: 'What the institution says of itself.',
  keywords: 'about, institution, introduction, company, who we are, পরিচিতি, আমাদের কথা, সম্পর্কে, porichiti, amader kotha',
  icon: Info,
  group: 'Content',
  place: 20,
  onSite: pages.about,
  audited: { about: { noun: 'text about us' } },
  module: 'content/about/admin.tsx',
  asks: adminCalls.about,
} satisfies Kind;
