import { Newspaper } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const newsKind = {
  path: adminPages.news,
  name: 'Institutional News',
  description: 'News and announcements of the institution.',
  help: 'News and announcements of your company are written here. Write a title, a date and a text, add a picture, and publish. You can save a draft first, or set a time at which it appears by itself. A text from Word, Google Docs, WhatsApp or a chat keeps its lists, tables and links when you paste it; the link of a YouTube film in a line of its own becomes the film.',
  keywords:
    'news, announcements, articles, notices, blog, posts, খবর, সংবাদ, নোটিশ, ঘোষণা, khobor, khabar, songbad, ghoshona, institutional news',
  icon: Newspaper,
  group: 'Content',
  place: 30,
  call: adminCalls.news,
  onSite: pages.news,
  audited: { news: { noun: 'news', nameIn: 'title' } },
  module: 'content/news/admin.tsx',
} satisfies Kind;
