import type { SampleNews } from '../types.ts';
import { autumnNews } from './autumn.ts';
import { springNews } from './spring.ts';
import { summerNews } from './summer.ts';

/** Newest first. */
export const news: SampleNews[] = [...autumnNews, ...summerNews, ...springNews];
