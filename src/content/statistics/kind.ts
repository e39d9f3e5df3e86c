import { ChartColumn } from 'lucide-react';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { Kind } from '#ui/admin/screen.ts';

export const statisticsKind = {
  path: adminPages.statistics,
  name: 'Statistics',
  description: 'Figures on the home page.',
  help: 'These are the figures on the home page, such as how many institutions use the software. Each has a title, a number and a picture. Look at them now and then, so that they stay true.',
  keywords: 'statistics, figures, numbers, counts, পরিসংখ্যান, সংখ্যা, porisongkhan, songkha',
  icon: ChartColumn,
  group: 'Content',
  place: 60,
  call: adminCalls.statistics,
  titleField: 'statistics_title',
  onSite: pages.home,
  audited: { statistics: { noun: 'statistic', nameIn: 'statistics_title' } },
  module: 'content/statistics/admin.tsx',
} satisfies Kind;
