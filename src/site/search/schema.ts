import * as z from 'zod/mini';

/** A piece of text; `hit` where it is a word that was looked for. */
const pieceOnWire = z.object({ text: z.string(), hit: z.boolean() });

/** What the search answers while somebody types. `more`: there are more hits than `total` counts. */
export const searchOnWire = z.object({
  query: z.string(),
  total: z.number(),
  more: z.boolean(),
  results: z.array(
    z.object({
      kind: z.string(),
      /** What the kind is called, in Bengali. */
      label: z.string(),
      url: z.string(),
      title: z.array(pieceOnWire),
      excerpt: z.array(pieceOnWire),
    }),
  ),
});

export type SearchAnswer = z.infer<typeof searchOnWire>;
export type SearchResult = SearchAnswer['results'][number];
