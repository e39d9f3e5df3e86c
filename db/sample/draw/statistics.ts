import type { StatisticPicture } from '../types.ts';
import { colour } from './palette.ts';
import type { Drawing } from './svg.ts';
import { drawing, tag } from './svg.ts';

/** Line icons on a 24 grid, drawn four times as large. */
const strokes: Record<StatisticPicture, string> = {
  'stat-institution':
    'M6.5 21V5.5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2V21M6.5 11H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2h-1.5M10.5 8h3M10.5 12h3M10 21v-4.5h4V21',
  'stat-students':
    'M15.5 20.5v-1.7a3.8 3.8 0 0 0-3.8-3.8H6.3a3.8 3.8 0 0 0-3.8 3.8v1.7M9 11.2a3.8 3.8 0 1 0 0-7.6a3.8 3.8 0 0 0 0 7.6M21.5 20.5v-1.7a3.8 3.8 0 0 0-2.8-3.6M15.6 3.8a3.8 3.8 0 0 1 0 7.2',
  'stat-attendance':
    'M9 2.5h6a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1ZM16 4.5h1.5a2 2 0 0 1 2 2V19.5a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2H8M9 14l2.2 2.2L15.2 12',
  'stat-years':
    'M8 2.5v4M16 2.5v4M5 4.5h14a2 2 0 0 1 2 2V19.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2ZM3 10h18M8 14h.01M12 14h.01M16 14h.01M8 17.7h.01M12 17.7h.01M16 17.7h.01',
  'stat-teachers': 'M22 9.2L12 4.7L2 9.2L12 13.7ZM22 9.2v5.5M6 11.3v4.7c0 1.6 2.7 3 6 3s6-1.4 6-3v-4.7',
  'stat-messages': 'M20.5 15a2 2 0 0 1-2 2H8L3.5 21V5.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2ZM8 8.3h8M8 12.2h5',
  'stat-receipts':
    'M5 2.5v19l2.4-1.8L9.7 21.5L12 19.7L14.3 21.5L16.6 19.7L19 21.5V2.5L16.6 4.3L14.3 2.5L12 4.3L9.7 2.5L7.4 4.3ZM8.8 9h6.4M8.8 12.3h6.4M8.8 15.6h3.4',
  'stat-districts':
    'M19 10.2c0 4.7-5.2 9.6-7 11.3c-1.8-1.7-7-6.6-7-11.3a7 7 0 0 1 14 0M12 12.7a2.6 2.6 0 1 0 0-5.2a2.6 2.6 0 0 0 0 5.2',
};

function icon(d: string): Drawing {
  const path = tag('path', {
    d,
    fill: 'none',
    stroke: colour.marigold,
    'stroke-width': 1.7,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    transform: 'scale(4)',
  });
  return drawing(96, 96, path);
}

export const statisticIcons = Object.fromEntries(
  Object.entries(strokes).map(([name, d]) => [name, () => icon(d)]),
) as Record<StatisticPicture, () => Drawing>;
