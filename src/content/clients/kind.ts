import { Building2 } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const clientsKind = {
  path: adminPages.clients,
  name: 'Client',
  description: 'Logos of the institutions that use the software.',
  help: 'The institutions that use the software are shown with their logos. Add one with its name, kind and district, and tell its story if there is one. Visitors like to see schools of their own district.',
  keywords: 'clients, customers, schools, logos, গ্রাহক, ক্লায়েন্ট, স্কুল, প্রতিষ্ঠান, লোগো, grahok, protishthan',
  icon: Building2,
  group: 'Content',
  place: 70,
  call: adminCalls.clients,
  onSite: pages.clients,
  audited: { clients: { noun: 'client', nameIn: 'title' } },
  module: 'content/clients/admin.tsx',
} satisfies Kind;
