import { firstSentence } from '#cms/search/plain-text.server.ts';

interface Described {
  screens: { caption: string }[];
  categories: { subTabs: { content: string }[] }[];
}

/** The caption of the first screen, or the first sentence of the first sub-category. */
export function describeFeature({ screens, categories }: Described): string {
  const [part] = categories.flatMap(({ subTabs }) => subTabs);
  return screens[0]?.caption ?? firstSentence(part?.content ?? '');
}
