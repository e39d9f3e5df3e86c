import type { SampleOfKinds } from '#content/kinds.server.ts';
import { autumnNews } from './autumn.ts';
import { springNews } from './spring.ts';
import { summerNews } from './summer.ts';

export const news: SampleOfKinds['news'] = [...autumnNews, ...summerNews, ...springNews];
