import { FileDown } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const downloadsKind = {
  path: adminPages.downloads,
  name: 'Download info',
  description: 'Files that visitors may download.',
  help: 'Files that visitors may download are listed here, such as a form or a brochure. Write a title and upload the file, or paste its address. Replace a file here when there is a newer one.',
  keywords: 'downloads, files, forms, pdf, apk, ডাউনলোড, ফাইল, ফরম, form, download info',
  icon: FileDown,
  group: 'More content',
  place: 150,
  call: adminCalls.downloads,
  onSite: pages.downloads,
  audited: { downloads: { noun: 'download', nameIn: 'title' } },
  module: 'content/downloads/admin.tsx',
} satisfies Kind;
