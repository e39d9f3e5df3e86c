import { Video } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const videosKind = {
  path: adminPages.videos,
  name: 'Video Gallery',
  description: 'Videos of the gallery on the home page.',
  help: 'These videos stand in the gallery on the home page. Write a title and paste the address of a YouTube video, or the code that YouTube gives for embedding it. Inactive ones stay here and are not shown.',
  keywords: 'videos, gallery, youtube, ভিডিও, গ্যালারি, ইউটিউব, video gallery, ভিডিও গ্যালারি',
  icon: Video,
  group: 'Content',
  place: 50,
  call: adminCalls.videos,
  onSite: pages.home,
  audited: { videos: { noun: 'video', nameIn: 'gallery_title' } },
  module: 'content/videos/admin.tsx',
} satisfies Kind;
