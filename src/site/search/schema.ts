import * as z from 'zod/mini';

/** `hit`: the piece matches a search term. */
const pieceSchema = z.object({ text: z.string(), hit: z.boolean() });

/** Search-as-you-type response. `more`: there are more hits than `total` counts. `part`: the best part of the record. */
export const searchAnswerSchema = z.object({
  query: z.string(),
  total: z.number(),
  more: z.boolean(),
  results: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      url: z.string(),
      title: z.array(pieceSchema),
      excerpt: z.array(pieceSchema),
      part: z.nullable(z.object({ url: z.string(), title: z.array(pieceSchema) })),
    }),
  ),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
export type SearchResult = SearchAnswer['results'][number];
