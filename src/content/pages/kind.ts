import { Scale } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const pagesKind = {
  path: adminPages.pages,
  name: 'Pages',
  description: 'Pages at addresses of your own, privacy and terms.',
  help: 'Write a page for a campaign or for one kind of institution: its text first, then what the site has of features, prices, clients or questions, in your order. It stands in search and in the site map; link it from a text or send its address. Where the address changes, the old one leads to the new one. The addresses privacy and terms are the pages at the foot of the site: let somebody who knows the law read a change of them.',
  keywords:
    'pages, landing page, campaign, own page, privacy, policy, terms, conditions, legal, consent, personal data, পাতা, গোপনীয়তা, নীতি, শর্ত, gopniyota, niti, shorto',
  icon: Scale,
  group: 'More content',
  place: 154,
  call: adminCalls.pages,
  onSite: pages.privacy,
  audited: { pages: { noun: 'page', nameIn: 'title' } },
  module: 'content/pages/admin.tsx',
} satisfies Kind;
