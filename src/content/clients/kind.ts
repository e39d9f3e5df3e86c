import { Building2 } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const clientsKind = {
  path: adminPages.clients,
  name: 'Client',
  description: 'Logos of the institutions that use the software.',
  keywords: 'clients, customers, logos',
  icon: Building2,
  group: 'Content',
  place: 70,
  call: adminCalls.clients,
  onSite: pages.clients,
  audited: { clients: 'client' },
  module: 'content/clients/admin.tsx',
} satisfies Kind;
