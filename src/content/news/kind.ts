import { Newspaper } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const newsKind = {
  path: adminPages.news,
  name: 'Institutional News',
  description: 'News and announcements of the institution.',
  keywords:
    'news, announcements, articles, notices, blog, posts, খবর, সংবাদ, নোটিশ, ঘোষণা, khobor, khabar, songbad, ghoshona',
  icon: Newspaper,
  group: 'Content',
  place: 30,
  call: adminCalls.news,
  onSite: pages.news,
  audited: { news: { noun: 'news', nameIn: 'title' } },
  module: 'content/news/admin.tsx',
} satisfies Kind;
