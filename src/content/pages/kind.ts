import { Scale } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const pagesKind = {
  path: adminPages.pages,
  name: 'Pages',
  description: 'What the site says of privacy and terms.',
  help: 'What the site says of privacy and of terms is written here. Visitors find both pages by the links at the foot of the site. Let somebody who knows the law read a change before you publish it.',
  keywords:
    'pages, privacy, policy, terms, conditions, legal, consent, personal data, পাতা, গোপনীয়তা, নীতি, শর্ত, gopniyota, niti, shorto',
  icon: Scale,
  group: 'More content',
  place: 154,
  call: adminCalls.pages,
  onSite: pages.privacy,
  audited: { pages: { noun: 'page', nameIn: 'title' } },
  module: 'content/pages/admin.tsx',
} satisfies Kind;
