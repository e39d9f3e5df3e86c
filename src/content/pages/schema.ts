import { z } from 'zod';
import { line, requiredRichText } from '#api/fields/texts.ts';
import { type Shown, textShapes } from '#api/shapes.ts';
import type { PageAddress } from './addresses.ts';

const addresses = ['privacy', 'terms'] as const satisfies PageAddress[];

/** The content is sanitised HTML. */
export const pageShapes = textShapes(
  {
    address: z.enum(addresses, { error: 'Choose which page it is.' }),
    title: line('title'),
    content: requiredRichText('content'),
  },
  { rich: 'content' },
);

export type WrittenPage = Shown<typeof pageShapes>;
