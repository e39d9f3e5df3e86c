import { Quote } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const testimonialsKind = {
  path: adminPages.testimonials,
  name: 'Testimonial',
  description: 'What users of the software say.',
  help: 'What users say of the software stands on the home page. Enter the words, the name and the position, if you can with a picture. Ask people before you publish what they said.',
  keywords: 'testimonials, quotes, customers, reviews, opinions, মতামত, মন্তব্য, motamot, montobbo',
  icon: Quote,
  group: 'Content',
  place: 40,
  call: adminCalls.testimonials,
  titleField: 'name',
  onSite: pages.home,
  audited: { testimonials: { noun: 'testimonial', nameIn: 'name' } },
  module: 'content/testimonials/admin.tsx',
} satisfies Kind;
