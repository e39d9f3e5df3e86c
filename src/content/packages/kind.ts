import { Tag } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const packagesKind = {
  path: adminPages.packages,
  name: 'Price packages',
  description: 'Packages and what they cost.',
  keywords:
    'prices, packages, plans, costs, charges, fees, taka, দাম, মূল্য, প্যাকেজ, খরচ, টাকা, ফি, daam, dam, mullo, khoroch',
  icon: Tag,
  group: 'Content',
  place: 80,
  call: adminCalls.packages,
  onSite: pages.packages,
  audited: {
    packages: { noun: 'package', nameIn: 'package_name' },
    package_categories: { noun: 'price category', nameIn: 'name' },
  },
  module: 'content/packages/admin.tsx',
} satisfies Kind;
