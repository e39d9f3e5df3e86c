import { Tag } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const packagesKind = {
  path: adminPages.packages,
  name: 'Price packages',
  description: 'Packages and what they cost.',
  help: 'The prices on the site come from here. Each package has a name, an installation cost and a monthly charge, and belongs to a category. Change a price, save, and the site shows it at once. Drag the rows to change their order.',
  keywords:
    'prices, packages, plans, costs, charges, fees, taka, দাম, মূল্য, প্যাকেজ, খরচ, টাকা, ফি, daam, dam, mullo, khoroch, price packages',
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
